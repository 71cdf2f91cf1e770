package dev.escarole.web.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.engine.store.ActionEntry;
import dev.escarole.engine.store.AuditEntry;
import dev.escarole.engine.store.StoredAction;
import dev.escarole.engine.store.StoredAudit;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    callsAndPlace(calls, limit);
    json.writeEndObject();
  }

  /**
   * Writes a page of calls.
   *
   * @param next the address of the next page; null on the last one
   */
  public void calls(List<StoredAudit> calls, int limit, @Nullable String next) throws IOException {
    json.writeStartObject();
    callsAndPlace(calls, limit);
    json.writeStringField("next", next);
    json.writeEndObject();
  }

  private void callsAndPlace(List<StoredAudit> calls, int limit) throws IOException {
    json.writeArrayFieldStart("calls");
    for (StoredAudit call : calls) {
      call(call.entry());
    }
    json.writeEndArray();
    boolean more = calls.size() == limit;
    json.writeStringField("before", more ? calls.get(limit - 1).place().toString() : null);
  }

  /**
   * Writes a page of actions.
   *
   * @param next the address of the next page; null on the last one
   */
  public void actions(List<StoredAction> actions, @Nullable String next) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("actions");
    for (StoredAction action : actions) {
      action(action.entry());
    }
    json.writeEndArray();
    json.writeStringField("next", next);
    json.writeEndObject();
  }

  private void action(ActionEntry entry) throws IOException {
    json.writeStartObject();
    json.writeStringField("at", entry.at().toString());
    json.writeStringField("principal", entry.principal());
    json.writeStringField("origin", entry.origin());
    json.writeStringField("action", entry.action());
    json.writeStringField("target", entry.target());
    json.writeStringField("result", entry.result());
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
