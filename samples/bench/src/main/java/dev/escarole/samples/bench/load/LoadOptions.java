package dev.escarole.samples.bench.load;

import dev.escarole.samples.bench.Arguments;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to ask for, and how much of it.
 *
 * @param server a server that runs already; null if one is to be started
 * @param connections that ask at once, each as soon as it has its answer
 * @param rounds that count; one more comes first and does not
 * @param runs that the server holds which is started
 * @param paths below {@code /api/v1}; empty for the usual ones
 */
record LoadOptions(
    @Nullable URI server, int connections, int seconds, int rounds, int runs, List<String> paths) {

  static final String HELP =
      """
      usage: load [--connections N] [--seconds N] [--rounds N] [--runs N] [--path PATH]...
                  [--server URL]

      Counts the reads that the REST interface of a server answers in a second, and prints
      the least, the median and the most of some rounds. Where the machine has taskset and
      two processors, the server has one of them and this program the other.

        --connections N  that ask at once, 16 unless set; each asks again as soon as it has
                         its answer
        --seconds N      of a round, 8 unless set
        --rounds N       5 unless set; one more comes first, so that the server is warm
        --runs N         runs of a recipe with five branches that the server holds, 50 unless
                         set
        --path PATH      only this, such as '/runs?limit=100'; again for more
        --server URL     asks this server, which has to hold a run, and starts none; its token
                         is $ESCAROLE_TOKEN
        --help           this text
      """;

  LoadOptions {
    paths = List.copyOf(paths);
  }

  /**
   * What the words of the command line ask for.
   *
   * @throws IllegalArgumentException if there is no such option, or a value is out of its range
   */
  static LoadOptions read(List<String> words) {
    Arguments arguments = new Arguments(words);
    URI server = null;
    int connections = 16;
    int seconds = 8;
    int rounds = 5;
    int runs = 50;
    List<String> paths = new ArrayList<>();
    while (!arguments.isEmpty()) {
      switch (arguments.option()) {
        case "--server" -> server = URI.create(arguments.value());
        case "--connections" -> connections = arguments.number(1_000);
        case "--seconds" -> seconds = arguments.number(3_600);
        case "--rounds" -> rounds = arguments.number(1_000);
        case "--runs" -> runs = arguments.number(100_000);
        case "--path" -> paths.add(path(arguments.value()));
        default -> throw arguments.unknown();
      }
    }
    return new LoadOptions(server, connections, seconds, rounds, runs, paths);
  }

  private static String path(String text) {
    if (!text.startsWith("/") || text.chars().anyMatch(each -> each <= ' ' || each > '~')) {
      throw new IllegalArgumentException(
          "--path must begin with '/' and be as it stands in an address, was '%s'".formatted(text));
    }
    return text;
  }
}
