package dev.escarole.samples.bench.pages;

import dev.escarole.samples.bench.Arguments;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to measure.
 *
 * @param runs that the server holds
 * @param steps of the large run
 * @param watched how long each page is watched, in seconds
 * @param rounds of which the median counts
 * @param screenshots a directory for pictures of all pages; null for none
 */
record PageOptions(int runs, int steps, int watched, int rounds, @Nullable Path screenshots) {

  static final String HELP =
      """
      usage: pages [--runs N] [--steps N] [--watch SECONDS] [--rounds N] [--screenshots DIR]

      Starts a server with many runs, looks at ten pages in Chromium, light and dark, wide and
      as on a phone, and prints a table in Markdown: weight, first paint, layout shift, and
      what axe finds. Exits with 1 if axe finds anything, or a page moves by 0.1 or more.

        --runs N           that the server holds, 5000 unless set
        --steps N          of the run whose pages are weighed, about; 15000 unless set
        --watch SECONDS    that pages are watched while a run fails piece by piece and others
                           begin, 120 unless set
        --rounds N         first paints of a page, of which the median counts; 3 unless set
        --screenshots DIR  keeps a picture of each page in each mode
        --help             this text
      """;

  /**
   * What the words of the command line ask for.
   *
   * @throws IllegalArgumentException if there is no such option, or a value is out of its range
   */
  static PageOptions read(List<String> words) {
    Arguments arguments = new Arguments(words);
    int runs = 5_000;
    int steps = 15_000;
    int watched = 120;
    int rounds = 3;
    Path screenshots = null;
    while (!arguments.isEmpty()) {
      switch (arguments.option()) {
        case "--runs" -> runs = arguments.number(1_000_000);
        case "--steps" -> steps = arguments.number(1_000_000);
        case "--watch" -> watched = arguments.number(3_600);
        case "--rounds" -> rounds = arguments.number(100);
        case "--screenshots" -> screenshots = Path.of(arguments.value());
        default -> throw arguments.unknown();
      }
    }
    return new PageOptions(runs, steps, watched, rounds, screenshots);
  }
}
