package dev.escarole.engine.node;

import dev.escarole.engine.store.database.Json;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an engine tells the others about itself. Immutable.
 *
 * @param version of Escarole
 * @param spread commands that it shares with other engines
 * @param clockAheadMillis by how much its clock is ahead of the database's; negative if it is
 *     behind
 * @param claims runs that it has claimed in the last minute: ones that waited for a node, and
 *     interrupted ones of others
 * @param refusal why it claims and fires nothing; null if it does
 */
public record NodeReport(
    String version,
    NodeWork work,
    NodeSpread spread,
    long clockAheadMillis,
    int claims,
    @Nullable String refusal) {

  /**
   * What an engine does now, and what it may do. Immutable.
   *
   * @param runs under way
   * @param queued runs that its recipes do not allow to start yet
   * @param workers commands that it can run at once
   * @param busy commands that it runs
   * @param capacity the most runs under way with which it claims more; 0 for any number
   * @param labels what recipes can require of it, in alphabetical order
   */
  public record NodeWork(
      int runs, int queued, int workers, int busy, int capacity, List<String> labels) {
    public NodeWork {
      labels = labels.stream().sorted().toList();
    }
  }

  /**
   * The commands of wide parallel nodes that an engine shares with others. Immutable.
   *
   * @param elsewhere commands of its runs that are left to other engines now
   * @param forOthers commands that it has carried out for others since it was opened
   */
  public record NodeSpread(long elsewhere, long forOthers) {

    /** Of an engine that shares none. */
    public static final NodeSpread NONE = new NodeSpread(0, 0);
  }

  String json() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("version", version);
    values.put("runs", work.runs());
    values.put("queued", work.queued());
    values.put("workers", work.workers());
    values.put("busy", work.busy());
    values.put("capacity", work.capacity());
    values.put("labels", work.labels());
    values.put("elsewhere", spread.elsewhere());
    values.put("forOthers", spread.forOthers());
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
            (int) number(values, "busy"),
            (int) number(values, "capacity"),
            texts(values, "labels")),
        new NodeSpread(number(values, "elsewhere"), number(values, "forOthers")),
        number(values, "clockAheadMillis"),
        (int) number(values, "claims"),
        refusal == null ? null : refusal.toString());
  }

  private static List<String> texts(Map<String, Object> values, String name) {
    return values.get(name) instanceof Collection<?> texts
        ? texts.stream().map(Object::toString).toList()
        : List.of();
  }

  private static long number(Map<String, Object> values, String name) {
    return values.get(name) instanceof Number number ? number.longValue() : 0;
  }
}
