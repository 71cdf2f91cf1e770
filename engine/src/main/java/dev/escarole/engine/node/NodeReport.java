package dev.escarole.engine.node;

import dev.escarole.engine.store.database.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an engine tells the others about itself. Immutable.
 *
 * @param version of Escarole
 * @param clockAheadMillis by how much its clock is ahead of the database's; negative if it is
 *     behind
 * @param claims interrupted runs of others that it has resumed in the last minute
 * @param refusal why it claims and fires nothing; null if it does
 */
public record NodeReport(
    String version, NodeWork work, long clockAheadMillis, int claims, @Nullable String refusal) {

  /**
   * What an engine does now. Immutable.
   *
   * @param runs under way
   * @param queued runs that its recipes do not allow to start yet
   * @param workers commands that it can run at once
   * @param busy commands that it runs
   */
  public record NodeWork(int runs, int queued, int workers, int busy) {}

  String json() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("version", version);
    values.put("runs", work.runs());
    values.put("queued", work.queued());
    values.put("workers", work.workers());
    values.put("busy", work.busy());
    values.put("clockAheadMillis", clockAheadMillis);
    values.put("claims", claims);
    if (refusal != null) {
      values.put("refusal", refusal);
    }
    return Json.write(values);
  }

  /** Reads the report of an engine of any version: what it does not have is 0, or unknown. */
  static NodeReport of(String json) {
    Map<String, Object> values = Json.values(json);
    Object refusal = values.get("refusal");
    return new NodeReport(
        String.valueOf(values.getOrDefault("version", "unknown")),
        new NodeWork(
            (int) number(values, "runs"),
            (int) number(values, "queued"),
            (int) number(values, "workers"),
            (int) number(values, "busy")),
        number(values, "clockAheadMillis"),
        (int) number(values, "claims"),
        refusal == null ? null : refusal.toString());
  }

  private static long number(Map<String, Object> values, String name) {
    return values.get(name) instanceof Number number ? number.longValue() : 0;
  }
}
