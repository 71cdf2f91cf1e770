package dev.escarole.web.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.store.audit.AuditCursor;
import dev.escarole.engine.store.audit.AuditEntry;
import dev.escarole.engine.store.audit.Audited;
import dev.escarole.engine.store.audit.LineEntry;
import dev.escarole.engine.store.audit.StoredAudit;
import dev.escarole.engine.store.audit.StoredLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Reads what {@link AuditJson} wrote. */
public final class AuditJsonReader {

  private AuditJsonReader() {}

  /**
   * The entries of a page, newest first.
   *
   * @throws IllegalArgumentException if it is no such document
   */
  public static List<Audited> trail(JsonNode page) {
    List<Audited> entries = new ArrayList<>();
    page.path("calls").forEach(call -> entries.add(new StoredAudit(place(call), entry(call))));
    page.path("lines").forEach(line -> entries.add(new StoredLine(place(line), line(line))));
    entries.sort(Comparator.comparing(Audited::place).reversed());
    return entries;
  }

  private static AuditCursor place(JsonNode entry) {
    return AuditCursor.parse(entry.path("place").asText());
  }

  private static LineEntry line(JsonNode line) {
    return new LineEntry(
        Instant.parse(line.path("timestamp").asText()),
        new LineEntry.Sender(
            line.at("/user_context/principal").asText(),
            line.at("/user_context/client").textValue()),
        line.path("command").asText(),
        line.path("parsed_command").asText(),
        new LineEntry.Ending(
            line.path("error_code").textValue(),
            line.path("denied").asBoolean(),
            line.path("duration_ms").asLong()));
  }

  private static AuditEntry entry(JsonNode call) {
    String kind = call.path("outcome").asText().toUpperCase(Locale.ROOT);
    return new AuditEntry(
        new AuditEntry.Caller(
            call.path("principal").asText(),
            call.path("run").textValue(),
            call.path("step").textValue()),
        call.path("command").asText(),
        call.path("artifact").textValue(),
        Instant.parse(call.path("at").asText()),
        new Outcome(
            Outcome.Kind.valueOf(kind),
            call.path("exitCode").asInt(),
            call.path("detail").asText()),
        new AuditEntry.Cost(call.path("wallNanos").asLong(), call.path("fuelUsed").asLong()));
  }
}
