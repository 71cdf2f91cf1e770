package dev.escarole.samples.bench.clustersoak;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is on record after the soak, read by {@link EvidenceReader}. Immutable. Times are
 * milliseconds since 1970.
 */
record Evidence(List<Run> runs, List<Firing> firings, List<Found> files) {

  Evidence {
    runs = List.copyOf(runs);
    firings = List.copyOf(firings);
    files = List.copyOf(files);
  }

  /**
   * A row of the table {@code run}.
   *
   * @param key the planned time as {@code scheduled_for} has it, or the name of the file
   * @param endedMillis null if it has not ended
   * @param stdoutSha256 SHA-256 of what it printed; null if nothing is on record
   * @param attempts for each step, how many of them have ended, from the table of that name
   * @param resumed when it went on after its node was gone, in order
   */
  record Run(
      String id,
      String recipe,
      String key,
      String status,
      long startedMillis,
      @Nullable Long endedMillis,
      @Nullable String stdoutSha256,
      Map<Integer, Integer> attempts,
      List<Long> resumed) {
    Run {
      attempts = Map.copyOf(attempts);
      resumed = List.copyOf(resumed);
    }
  }

  /**
   * A row of the table {@code firing}.
   *
   * @param sinceMillis if not null, all planned times after this one up to {@code plannedMillis}
   *     were missed
   * @param state due, launched, skipped, failed or missed
   * @param run the launched run; null if there is none
   */
  record Firing(
      String recipe,
      long plannedMillis,
      @Nullable Long sinceMillis,
      String kind,
      String state,
      @Nullable String run) {}

  /**
   * A file in or below the inbox.
   *
   * @param place inbox, claimed, done, failed, error or outbox
   * @param name in the outbox that of the result directory
   * @param sha256 of its content; in the outbox that of {@code stdout}
   */
  record Found(String place, String name, String sha256) {}
}
