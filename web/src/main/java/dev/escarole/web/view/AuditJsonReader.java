package dev.escarole.web.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.store.AuditCursor;
import dev.escarole.engine.store.AuditEntry;
import dev.escarole.engine.store.StoredAudit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads what {@link AuditJson} wrote. */
public final class AuditJsonReader {

  private static final AuditCursor NOWHERE = new AuditCursor(0, 0, 0);

  private AuditJsonReader() {}

  /**
   * The calls of a page. Of their places only that of the last one is known, where the next page
   * begins.
   *
   * @throws IllegalArgumentException if it is no such document
   */
  public static List<StoredAudit> calls(JsonNode page) {
    List<StoredAudit> calls = new ArrayList<>();
    String before = page.path("before").textValue();
    AuditCursor last = before == null ? NOWHERE : AuditCursor.parse(before);
    int left = page.path("calls").size();
    for (JsonNode call : page.path("calls")) {
      left--;
      calls.add(new StoredAudit(left == 0 ? last : NOWHERE, entry(call)));
    }
    return calls;
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
