package dev.escarole.engine.folder;

import dev.escarole.recipe.RecipeLimits;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Options of a recipe folder. Immutable; each {@code with} method returns a changed copy.
 *
 * @param mostFiles maximum number of recipe files; default 10,000
 * @param mostBytes maximum total size, which is kept in memory; default 64 MiB
 * @param deepest maximum depth of directories, including the folder itself; default 8
 * @param pace intervals of scans
 * @param limits limits of each file
 * @param clock source of time
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
   * Intervals of scans.
   *
   * @param lookEvery interval without notifications of the file system; default 2 s
   * @param quiet how long a file must be unchanged before it is read, to avoid partly written
   *     files; default 100 ms
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

  public FolderOptions withPace(Pace newPace) {
    return new FolderOptions(mostFiles, mostBytes, deepest, newPace, limits, clock);
  }
}
