package dev.escarole.engine.folder;

import dev.escarole.recipe.RecipeLimits;
import java.time.Duration;
import java.time.InstantSource;

/**
 * How a folder is looked at. Immutable; each {@code with} method gives a changed copy.
 *
 * @param mostFiles recipe files that are taken; default 10,000
 * @param mostBytes size of all of them together, which stays in memory; default 64 MiB
 * @param deepest directories inside each other, the folder itself being the first; default 8
 * @param pace how often to look
 * @param limits what one file may cost
 * @param clock where times come from
 */
public record FolderOptions(
    int mostFiles,
    long mostBytes,
    int deepest,
    Pace pace,
    RecipeLimits limits,
    InstantSource clock) {

  private static final FolderOptions DEFAULTS =
      new FolderOptions(
          10_000, 64L << 20, 8, Pace.DEFAULTS, RecipeLimits.DEFAULTS, InstantSource.system());

  /**
   * How often to look.
   *
   * @param lookEvery time between two looks where the file system tells of nothing; default 2 s
   * @param quiet how long a file has to stay as it is before it is read, so that none is read half
   *     written; default 100 ms
   */
  public record Pace(Duration lookEvery, Duration quiet) {
    static final Pace DEFAULTS = new Pace(Duration.ofSeconds(2), Duration.ofMillis(100));

    public Pace {
      if (lookEvery.toMillis() < 1 || quiet.toMillis() < 1) {
        throw new IllegalArgumentException(
            "FolderOptions.Pace must be at least 1 ms each, was lookEvery %s, quiet %s"
                .formatted(lookEvery, quiet));
      }
    }
  }

  public FolderOptions {
    atLeastOne("mostFiles", mostFiles);
    atLeastOne("mostBytes", mostBytes);
    atLeastOne("deepest", deepest);
  }

  private static void atLeastOne(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "FolderOptions.%s must be at least 1, was %d".formatted(name, value));
    }
  }

  public static FolderOptions defaults() {
    return DEFAULTS;
  }

  public FolderOptions withMostFiles(int files) {
    return new FolderOptions(files, mostBytes, deepest, pace, limits, clock);
  }

  public FolderOptions withMostBytes(long bytes) {
    return new FolderOptions(mostFiles, bytes, deepest, pace, limits, clock);
  }

  public FolderOptions withDeepest(int directories) {
    return new FolderOptions(mostFiles, mostBytes, directories, pace, limits, clock);
  }

  public FolderOptions withPace(Pace newPace) {
    return new FolderOptions(mostFiles, mostBytes, deepest, newPace, limits, clock);
  }

  public FolderOptions withLimits(RecipeLimits newLimits) {
    return new FolderOptions(mostFiles, mostBytes, deepest, pace, newLimits, clock);
  }

  public FolderOptions withClock(InstantSource newClock) {
    return new FolderOptions(mostFiles, mostBytes, deepest, pace, limits, newClock);
  }
}
