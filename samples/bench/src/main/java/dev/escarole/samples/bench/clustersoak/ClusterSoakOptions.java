package dev.escarole.samples.bench.clustersoak;

import dev.escarole.samples.bench.Arguments;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for. Immutable.
 *
 * @param minutes of load
 * @param firings planned times, at least
 * @param seed repeats a sequence of faults and files
 * @param directory for everything; null for a new temporary one, which is removed if all is well
 * @param check a directory of an earlier soak that is only checked again; or null
 */
record ClusterSoakOptions(
    int minutes,
    int firings,
    int files,
    long seed,
    @Nullable Path directory,
    @Nullable Path check) {

  static final String HELP =
      """
      usage: cluster-soak [--minutes N] [--firings N] [--files N] [--seed N] [--directory DIR]
             cluster-soak --check DIR

      Runs three servers on one PostgreSQL, which it starts, with schedules and an inbox; kills,
      freezes, drains and restarts them and the database at random times; and checks in the end
      that every planned time and every file came to exactly what it should.

        --minutes N      of load, 60 unless set, up to 600
        --firings N      planned times, at least; 10,000 for each hour unless set
        --files N        files for the inbox; 10,000 for each hour unless set
        --seed N         repeats a sequence of faults and files; printed at the start
        --directory DIR  a new directory for data, logs, journal.json and evidence.json, which is
                         kept; else a temporary one, which is removed if all is well
        --check DIR      only checks journal.json and evidence.json in this directory again
        --help           this text

      Exit status: 0 all is well, 1 there are violations or it could not be done, 2 wrong usage.
      """;

  private static final int PER_HOUR = 10_000;
  private static final int MOST = 1_000_000;

  /**
   * Reads the words of the command line.
   *
   * @param seed if none is given
   * @throws IllegalArgumentException if there is no such option, or a value is out of its range
   */
  static ClusterSoakOptions read(List<String> words, long seed) {
    Arguments arguments = new Arguments(words);
    int minutes = 60;
    int firings = 0;
    int files = 0;
    long chosen = seed;
    Path directory = null;
    Path check = null;
    while (!arguments.isEmpty()) {
      switch (arguments.option()) {
        case "--minutes" -> minutes = arguments.number(600);
        case "--firings" -> firings = arguments.number(MOST);
        case "--files" -> files = arguments.number(MOST);
        case "--seed" -> chosen = arguments.number(Integer.MAX_VALUE);
        case "--directory" -> directory = Path.of(arguments.value());
        case "--check" -> check = Path.of(arguments.value());
        default -> throw arguments.unknown();
      }
    }
    int usual = Math.max(1, minutes * PER_HOUR / 60);
    return new ClusterSoakOptions(
        minutes,
        firings == 0 ? usual : firings,
        files == 0 ? usual : files,
        chosen,
        directory,
        check);
  }
}
