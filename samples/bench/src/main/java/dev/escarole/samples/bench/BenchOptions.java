package dev.escarole.samples.bench;

import dev.escarole.engine.store.database.DatabaseAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to measure.
 *
 * @param rounds times that every contender is measured
 * @param json where the figures go
 * @param database of PostgreSQL, or null if there is none
 */
record BenchOptions(
    Sizes sizes,
    int rounds,
    Selection selection,
    Path json,
    @Nullable DatabaseAddress database,
    boolean jmh) {

  static final String HELP =
      """
      usage: bench [--quick] [--runs N] [--only TEXT]... [--json FILE] [--db URL]
             bench --jmh [--quick] [--only TEXT]... [--json FILE]

      Measures what a command costs in Escarole, beside make, ninja, GNU parallel, Dagu
      and a loop that only starts processes, as far as they are on the path, and prints
      medians for each command. All contenders of a task take turns. The whole of it takes
      hours, as the others need them: choose with --only.

        --quick      less of everything, and 3 rounds: for a first look
        --runs N     rounds, 5 unless set
        --only TEXT  only what has this in "task: who"; again for more, such as
                       'fan-out of echo, 10,000:', chain, durable, 'whole process',
                       scale, broker, runner, guests, plan,
                       'tool form', 'lines of an agent'
        --json FILE  where the figures go as JSON, bench.json unless set
        --db URL     a PostgreSQL database to keep runs in, such as
                       postgresql://user@host/name; $ESCAROLE_DB unless set. Password: in
                       the URL, $ESCAROLE_DB_PASSWORD or ~/.pgpass. The runs stay there.
        --jmh        instead, the hot paths one by one, by JMH
        --help       this text
      """;

  /**
   * How much of everything.
   *
   * @param fanOut numbers of commands side by side
   * @param chain numbers of commands one after the other
   * @param process commands of a whole process
   * @param plan leaves of the plan that is compiled
   * @param scale leaves of the largest run
   * @param warmUps rounds of ours that are not measured
   */
  record Sizes(
      List<Integer> fanOut, List<Integer> chain, int process, int plan, int scale, int warmUps) {

    static final Sizes FULL =
        new Sizes(
            List.of(100, 1_000, 10_000, 100_000),
            List.of(100, 1_000, 10_000),
            10_000,
            100_000,
            100_000,
            3);
    static final Sizes QUICK =
        new Sizes(List.of(100, 1_000), List.of(100), 1_000, 10_000, 10_000, 1);
  }

  /** What the words of the command line ask for. */
  static BenchOptions read(List<String> arguments, Map<String, String> environment) {
    Deque<String> words = new ArrayDeque<>(arguments);
    boolean quick = words.removeIf("--quick"::equals);
    boolean jmh = words.removeIf("--jmh"::equals);
    int rounds = quick ? 3 : 5;
    List<String> only = new ArrayList<>();
    Path json = Path.of("bench.json");
    String db = environment.getOrDefault("ESCAROLE_DB", "");
    while (!words.isEmpty()) {
      String word = words.remove();
      switch (word) {
        case "--runs" -> rounds = rounds(value(word, words));
        case "--only" -> only.add(value(word, words));
        case "--json" -> json = Path.of(value(word, words));
        case "--db" -> db = value(word, words);
        default -> throw new IllegalArgumentException("there is no option " + word);
      }
    }
    DatabaseAddress address = db.isEmpty() ? null : address(db, environment);
    Sizes sizes = quick ? Sizes.QUICK : Sizes.FULL;
    return new BenchOptions(sizes, rounds, new Selection(only), json, address, jmh);
  }

  private static String value(String option, Deque<String> words) {
    if (words.isEmpty()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return words.remove();
  }

  private static int rounds(String text) {
    if (!text.matches("[1-9][0-9]{0,3}")) {
      throw new IllegalArgumentException("--runs must be 1 to 9999, was '" + text + "'");
    }
    return Integer.parseInt(text);
  }

  private static DatabaseAddress address(String text, Map<String, String> environment) {
    DatabaseAddress address = DatabaseAddress.of(text);
    String password = environment.get("ESCAROLE_DB_PASSWORD");
    return password == null || address.hasPassword() ? address : address.withPassword(password);
  }

  /** Whether little is to be measured. */
  boolean isQuick() {
    return sizes.equals(Sizes.QUICK);
  }
}
