package dev.escarole.engine.inbox;

import dev.escarole.engine.run.RunId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an inbox holds at one moment. Immutable. Names of files are arbitrary texts, so escape them.
 *
 * @param directory where files are dropped
 * @param trouble what keeps files from being processed, in one sentence; null if nothing does
 * @param waitingCount files that wait to be taken
 * @param waiting the first of them, in the order in which they are taken, at most {@value #SHOWN}
 * @param leftCount files that nothing takes, and that stay where they are
 * @param left some of them, by name
 * @param underWay the claimed files in order of their claims
 * @param doneCount files in {@code done}
 * @param failedCount files in {@code failed}
 * @param results the newest results in {@code outbox}
 * @param failed the files in {@code failed} that failed last
 */
public record InboxState(
    Path directory,
    @Nullable String trouble,
    int waitingCount,
    List<Waiting> waiting,
    int leftCount,
    List<String> left,
    List<UnderWay> underWay,
    int doneCount,
    int failedCount,
    List<Result> results,
    List<Failed> failed) {

  /** Most entries of each list. */
  public static final int SHOWN = 100;

  /** Most files of a directory that are counted. */
  public static final int COUNTED = 100_000;

  public InboxState {
    waiting = List.copyOf(waiting);
    left = List.copyOf(left);
    underWay = List.copyOf(underWay);
    results = List.copyOf(results);
    failed = List.copyOf(failed);
  }

  /** A file that waits. */
  public record Waiting(String file, long bytes, Instant modified) {}

  /**
   * A claimed file.
   *
   * @param run its run; null if it has not been launched yet
   * @param why what it waits for; null if its run is under way
   */
  public record UnderWay(
      String file, Instant claimedAt, @Nullable RunId run, @Nullable String why) {}

  /**
   * A result.
   *
   * @param directory its name in {@code outbox}
   * @param file the file that started the run; its beginning if the name is very long
   */
  public record Result(String directory, String file, RunId run) {}

  /**
   * A file that failed.
   *
   * @param why the text beside it; empty if there is none
   * @param run the run that failed; null if there was none
   */
  public record Failed(String file, Instant at, String why, @Nullable RunId run) {}
}
