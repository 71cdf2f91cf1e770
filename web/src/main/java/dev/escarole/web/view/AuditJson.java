package dev.escarole.web.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.engine.store.audit.ActionEntry;
import dev.escarole.engine.store.audit.AuditEntry;
import dev.escarole.engine.store.audit.Audited;
import dev.escarole.engine.store.audit.LineEntry;
import dev.escarole.engine.store.audit.StoredAction;
import dev.escarole.engine.store.audit.StoredAudit;
import dev.escarole.engine.store.audit.StoredLine;
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
   * Writes an object that lists the calls and the lines, each in the given order, and where the
   * next page of both begins.
   *
   * @param limit how many were asked for; fewer are the last ones
   */
  public void trail(List<Audited> entries, int limit) throws IOException {
    json.writeStartObject();
    trailAndPlace(entries, limit);
    json.writeEndObject();
  }

  /**
   * Writes a page of them.
   *
   * @param next the address of the next page; null on the last one
   */
  public void trail(List<Audited> entries, int limit, @Nullable String next) throws IOException {
    json.writeStartObject();
    trailAndPlace(entries, limit);
    json.writeStringField("next", next);
    json.writeEndObject();
  }

  private void trailAndPlace(List<Audited> entries, int limit) throws IOException {
    json.writeArrayFieldStart("calls");
    for (Audited entry : entries) {
      if (entry instanceof StoredAudit call) {
        call(call);
      }
    }
    json.writeEndArray();
    json.writeArrayFieldStart("lines");
    for (Audited entry : entries) {
      if (entry instanceof StoredLine line) {
        line(line);
      }
    }
    json.writeEndArray();
    place(entries, limit);
  }

  private void place(List<? extends Audited> entries, int limit) throws IOException {
    boolean more = entries.size() == limit;
    json.writeStringField("before", more ? entries.get(limit - 1).place().toString() : null);
  }

  /**
   * Writes a page of calls.
   *
   * @param next the address of the next page; null on the last one
   */
  public void calls(List<StoredAudit> calls, int limit, @Nullable String next) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("calls");
    for (StoredAudit call : calls) {
      call(call);
    }
    json.writeEndArray();
    place(calls, limit);
    json.writeStringField("next", next);
    json.writeEndObject();
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

  /** The names of the members are those of the text of acli, section 8.3. */
  private void line(StoredLine stored) throws IOException {
    LineEntry entry = stored.entry();
    json.writeStartObject();
    json.writeStringField("timestamp", entry.at().toString());
    json.writeStringField("command", entry.text());
    json.writeStringField("parsed_command", entry.command());
    json.writeBooleanField("success", entry.ending().error() == null);
    if (entry.ending().error() != null) {
      json.writeStringField("error_code", entry.ending().error());
    }
    json.writeNumberField("duration_ms", entry.ending().durationMillis());
    json.writeObjectFieldStart("user_context");
    json.writeStringField("principal", entry.sender().principal());
    json.writeStringField("client", entry.sender().client());
    json.writeEndObject();
    json.writeBooleanField("denied", entry.ending().denied());
    json.writeStringField("place", stored.place().toString());
    json.writeEndObject();
  }

  private void call(StoredAudit stored) throws IOException {
    AuditEntry entry = stored.entry();
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
    json.writeStringField("place", stored.place().toString());
    json.writeEndObject();
  }
}
