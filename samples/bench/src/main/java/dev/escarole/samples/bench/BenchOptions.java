package dev.escarole.samples.bench;

import dev.escarole.engine.store.database.DatabaseAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to measure.
 *
 * @param rounds times that every contender is measured
 * @param only parts of {@code task: contender}, one of which must be in it; none for all
 * @param json where the figures go
 * @param launchers of Escarole, beside the one of this checkout
 * @param database of PostgreSQL, or null if there is none
 */
record BenchOptions(
    Sizes sizes,
    int rounds,
    List<String> only,
    Path json,
    @Nullable DatabaseAddress database,
    List<Launcher> launchers,
    boolean jmh) {

  static final String HELP =
      """
      usage: bench [--quick] [--runs N] [--only TEXT]... [--json FILE] [--db URL]
                   [--launcher NAME=FILE]...
             bench --jmh [--quick] [--only TEXT]... [--json FILE]

      Measures what a command costs in Escarole, beside make, ninja, GNU parallel, Dagu
      and a loop that only starts processes, as far as they are on the path, and prints
      medians for each command. All contenders of a task take turns. The whole of it takes
      hours, as the others need them: choose with --only.

        --quick      less of everything, and 3 rounds: for a first look
        --runs N     rounds, 5 unless set
        --only TEXT  only what has this in "task: who"; again for more, such as
                       'fan-out of echo, 10,000:', chain, durable, 'whole process',
                       scale, broker, runner, guests, python, javascript, tools,
                       'tool form', 'lines of an agent'
        --json FILE  where the figures go as JSON, bench.json unless set
        --db URL     a PostgreSQL database to keep runs in, such as
                       postgresql://user@host/name; $ESCAROLE_DB unless set. Password: in
                       the URL, $ESCAROLE_DB_PASSWORD or ~/.pgpass. The runs stay there.
        --launcher NAME=FILE
                     another escarole that 'whole process' is measured with as well, such as
                       the one of an older checkout or of an installed archive; again for more
        --jmh        instead, the hot paths one by one, by JMH
        --help       this text
      """;

  /**
   * How much of everything.
   *
   * @param fanOut numbers of commands side by side
   * @param chain numbers of commands one after the other
   * @param process commands of a whole process; ten times as many once, for what they leave; a
   *     tenth of interpreters
   * @param scale leaves of the largest run
   * @param warmUps rounds of ours that are not measured
   * @param megabytes of the files that tools read
   */
  record Sizes(
      List<Integer> fanOut,
      List<Integer> chain,
      int process,
      int scale,
      int warmUps,
      int megabytes) {

    static final Sizes FULL =
        new Sizes(
            List.of(100, 1_000, 10_000, 100_000),
            List.of(100, 1_000, 10_000),
            10_000,
            100_000,
            3,
            100);
    static final Sizes QUICK = new Sizes(List.of(100, 1_000), List.of(100), 1_000, 10_000, 1, 10);
  }

  BenchOptions {
    only = List.copyOf(only);
    launchers = List.copyOf(launchers);
  }

  static BenchOptions read(List<String> words, Map<String, String> environment) {
    Arguments arguments = new Arguments(words);
    boolean quick = arguments.has("--quick");
    boolean jmh = arguments.has("--jmh");
    int rounds = quick ? 3 : 5;
    List<String> only = new ArrayList<>();
    List<Launcher> launchers = new ArrayList<>();
    Path json = Path.of("bench.json");
    String db = environment.getOrDefault("ESCAROLE_DB", "");
    while (!arguments.isEmpty()) {
      switch (arguments.option()) {
        case "--runs" -> rounds = arguments.number(9_999);
        case "--only" -> only.add(arguments.value());
        case "--launcher" -> launchers.add(Launcher.of(arguments.value()));
        case "--json" -> json = Path.of(arguments.value());
        case "--db" -> db = arguments.value();
        default -> throw arguments.unknown();
      }
    }
    DatabaseAddress address = db.isEmpty() ? null : address(db, environment);
    return new BenchOptions(
        quick ? Sizes.QUICK : Sizes.FULL, rounds, only, json, address, launchers, jmh);
  }

  private static DatabaseAddress address(String text, Map<String, String> environment) {
    DatabaseAddress address = DatabaseAddress.of(text);
    String password = environment.get("ESCAROLE_DB_PASSWORD");
    return password == null || address.hasPassword() ? address : address.withPassword(password);
  }

  boolean isQuick() {
    return sizes.equals(Sizes.QUICK);
  }

  /** Whether the user wants to see {@code task: contender} measured. */
  boolean wants(String title) {
    return only.isEmpty() || only.stream().anyMatch(title::contains);
  }
}
