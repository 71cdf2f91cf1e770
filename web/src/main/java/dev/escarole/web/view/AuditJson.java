package dev.escarole.web.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.engine.store.AuditEntry;
import dev.escarole.engine.store.StoredAudit;
import java.io.IOException;
import java.util.List;

/** Writes the audit as JSON. */
public final class AuditJson {

  private final JsonGenerator json;

  public AuditJson(JsonGenerator json) {
    this.json = json;
  }

  /**
   * Writes an object that lists the calls in the given order, and where the next page begins.
   *
   * @param limit how many were asked for; fewer are the last ones
   */
  public void calls(List<StoredAudit> calls, int limit) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("calls");
    for (StoredAudit call : calls) {
      call(call.entry());
    }
    json.writeEndArray();
    boolean more = calls.size() == limit;
    json.writeStringField("before", more ? calls.get(limit - 1).place().toString() : null);
    json.writeEndObject();
  }

  private void call(AuditEntry entry) throws IOException {
    json.writeStartObject();
    json.writeStringField("at", entry.at().toString());
    json.writeStringField("principal", entry.caller().principal());
    json.writeStringField("command", entry.command());
    json.writeStringField("artifact", entry.artifact());
    json.writeStringField("outcome", entry.outcome().word());
    json.writeNumberField("exitCode", entry.outcome().exitCode());
    json.writeStringField("detail", entry.outcome().detail());
    json.writeBooleanField("denied", entry.outcome().kind().isDenial());
    json.writeNumberField("wallNanos", entry.cost().wallNanos());
    json.writeNumberField("fuelUsed", entry.cost().fuelUsed());
    json.writeStringField("run", entry.caller().run());
    json.writeStringField("step", entry.caller().step());
    json.writeEndObject();
  }
}
