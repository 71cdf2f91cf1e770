package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits on kept runs. An ended run is deleted as soon as it exceeds one limit; a running one never
 * is. Immutable.
 *
 * @param maxAge how long a run is kept after its start; null for no limit
 * @param maxRuns how many of the newest runs are kept; null for no limit
 * @param maxBytes total size of the newest runs that are kept: bytes of output, 512 bytes per
 *     attempt, and the files of workspaces; null for no limit
 */
public record Retention(
    @Nullable Duration maxAge, @Nullable Integer maxRuns, @Nullable Long maxBytes) {

  /** The assumed size of an attempt's row. */
  static final long ROW_BYTES = 512;

  /** Keeps everything. */
  public static final Retention ALL = new Retention(null, null, null);

  public Retention {
    if (maxAge != null && maxAge.isNegative()) {
      throw new IllegalArgumentException("Retention.maxAge must not be negative, was " + maxAge);
    }
    if (maxRuns != null && maxRuns < 0) {
      throw new IllegalArgumentException("Retention.maxRuns must not be negative, was " + maxRuns);
    }
    if (maxBytes != null && maxBytes < 0) {
      throw new IllegalArgumentException(
          "Retention.maxBytes must not be negative, was " + maxBytes);
    }
  }

  public Retention withMaxAge(Duration value) {
    return new Retention(value, maxRuns, maxBytes);
  }

  public Retention withMaxRuns(int value) {
    return new Retention(maxAge, value, maxBytes);
  }

  public Retention withMaxBytes(long value) {
    return new Retention(maxAge, maxRuns, value);
  }

  /** Returns whether there is no limit. */
  public boolean keepsAll() {
    return maxAge == null && maxRuns == null && maxBytes == null;
  }

  /** The limits in words; empty if there is none. */
  public String words() {
    List<String> words = new ArrayList<>();
    if (maxAge != null) {
      words.add("older than " + maxAge);
    }
    if (maxRuns != null) {
      words.add("all but " + maxRuns);
    }
    if (maxBytes != null) {
      words.add("more than " + maxBytes + " bytes");
    }
    return String.join(", ", words);
  }

  /** Returns whether a run of this age and position is dropped. */
  boolean drops(Duration age, long newerRuns, long bytesUpToIt) {
    return (maxAge != null && age.compareTo(maxAge) > 0)
        || (maxRuns != null && newerRuns >= maxRuns)
        || (maxBytes != null && bytesUpToIt > maxBytes);
  }

  /**
   * A run and its size. Immutable.
   *
   * @param deletable whether it may be deleted: it has ended, and no unfinished run is a rerun of
   *     it
   * @param attempts the number of its stored attempts
   * @param bytes of outputs and rows, without the workspace
   */
  public record KeptRun(
      RunId id, Instant startedAt, boolean deletable, long attempts, long bytes) {}

  /**
   * Result of a deletion. Immutable.
   *
   * @param runs the deleted runs, in the requested order
   * @param outputBytes stored bytes of outputs and inputs that no other run uses
   */
  public record DeletedRuns(List<KeptRun> runs, long outputBytes) {

    public DeletedRuns {
      runs = List.copyOf(runs);
    }
  }
}
