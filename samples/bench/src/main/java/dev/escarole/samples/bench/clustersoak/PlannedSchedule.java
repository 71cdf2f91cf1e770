package dev.escarole.samples.bench.clustersoak;

import java.time.Instant;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * A schedule with a recipe of its own. Its times are computed here, without the engine. Immutable.
 *
 * @param recipe name of the recipe
 * @param cron whether it is a cron expression for each minute; otherwise it is an interval
 * @param startMillis the first planned time of an interval; nothing is planned before it
 * @param periodMillis distance of the planned times
 * @param endMillis the time before which all planned times are
 * @param node label of the node that must execute it; empty for any node
 */
record PlannedSchedule(
    String recipe,
    Shape shape,
    boolean cron,
    long startMillis,
    long periodMillis,
    long endMillis,
    CatchUp catchUp,
    Overlap overlap,
    String node) {

  /** Which missed times are made up for. */
  enum CatchUp {
    ALL,
    LAST,
    NONE
  }

  /** What happens if an earlier run has not ended. */
  enum Overlap {
    PARALLEL,
    QUEUE,
    SKIP
  }

  /** All planned times, in order, in milliseconds since 1970. */
  LongStream times() {
    long first =
        cron
            ? Math.floorDiv(startMillis + periodMillis - 1, periodMillis) * periodMillis
            : startMillis;
    return LongStream.iterate(first, time -> time < endMillis, time -> time + periodMillis);
  }

  /** A planned time as the run's value {@code scheduled_for} has it. */
  static String text(long time) {
    return Instant.ofEpochMilli(time).toString();
  }

  /** The text of the recipe. */
  String source() {
    String timing =
        cron ? "\"cron\": \"* * * * *\"" : "\"every\": \"%ds\"".formatted(periodMillis / 1_000);
    String launch = node.isEmpty() ? "" : "\"launch\": {\"node\": \"%s\"}, ".formatted(node);
    return """
        {"name": "%s", %s
         "schedule": {%s, "start": "%s", "end": "%s", "catch_up": "%s", "overlap": "%s"},
         "template": [%s]}
        """
        .formatted(
            recipe,
            launch,
            timing,
            text(startMillis),
            text(endMillis),
            word(catchUp),
            word(overlap),
            shape.steps().strip());
  }

  private static String word(Enum<?> rule) {
    return rule.name().toLowerCase(Locale.ROOT);
  }
}
