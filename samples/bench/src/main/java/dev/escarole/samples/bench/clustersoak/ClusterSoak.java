package dev.escarole.samples.bench.clustersoak;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.samples.bench.Left;
import dev.escarole.samples.bench.clustersoak.LiveRecords.Counts;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Three servers on one PostgreSQL under load and faults for a long time; in the end everything must
 * be accounted for.
 */
public final class ClusterSoak {

  static final int NODES = 3;

  private static final String JOURNAL = "journal.json";
  private static final String EVIDENCE = "evidence.json";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** How long after the schedules are written the first time is planned. */
  private static final long LEAD_MILLIS = 10_000;

  /** How long nothing may change before what is left is given up. */
  private static final int STANDSTILL_MINUTES = 3;

  private static final int LOOK_MILLIS = 500;

  private final ClusterSoakOptions options;
  private final Path directory;
  private final PrintStream out;
  private final SoakDatabase database;
  private final LiveRecords records;
  private final List<ServedNode> nodes = new ArrayList<>();
  private final FaultInjector faults;

  private ClusterSoak(
      ClusterSoakOptions options,
      Path directory,
      List<String> launcher,
      SoakDatabase database,
      PrintStream out) {
    this.options = options;
    this.directory = directory;
    this.out = out;
    this.database = database;
    this.records = new LiveRecords(database, inbox());
    for (int i = 0; i < NODES; i++) {
      nodes.add(
          new ServedNode("node-" + (char) ('a' + i), launcher, directory, database.address()));
    }
    this.faults = new FaultInjector(nodes, database, records, this::say);
  }

  /** Exits with 0 if all was well, 1 if not, and 2 if it was called wrongly. */
  public static void main(String[] args) throws Exception {
    List<String> words = Arrays.asList(args);
    if (words.contains("--help")) {
      System.out.print(ClusterSoakOptions.HELP);
      return;
    }
    ClusterSoakOptions options;
    try {
      options = ClusterSoakOptions.read(words, System.nanoTime() % 1_000_000);
    } catch (IllegalArgumentException e) {
      System.err.println("cluster-soak: " + e.getMessage() + "; --help tells more");
      System.exit(2);
      return;
    }
    try {
      System.exit(run(options) ? 0 : 1);
    } catch (IOException | SQLException | ExecutionException e) {
      System.err.println("cluster-soak: " + e.getMessage());
      System.exit(1);
    }
  }

  private static boolean run(ClusterSoakOptions options) throws Exception {
    Path check = options.check();
    if (check != null) {
      return print(read(check), System.out);
    }
    Path given = options.directory();
    Path directory =
        given == null ? Files.createTempDirectory("escarole-cluster-soak-") : newDirectory(given);
    List<String> launcher = List.of(System.getProperty("escarole.launcher", "escarole"));
    SoakReport report = run(options, directory.toAbsolutePath(), launcher, System.out);
    boolean well = print(report, System.out);
    if (well && given == null) {
      Left.remove(directory);
    } else {
      System.out.println("everything is in " + directory);
    }
    return well;
  }

  private static Path newDirectory(Path path) throws IOException {
    Files.createDirectories(path);
    try (Stream<Path> files = Files.list(path)) {
      if (files.findAny().isPresent()) {
        throw new IOException(path + " is not empty");
      }
    }
    return path;
  }

  /** Writes what can be checked again. */
  static void write(Path directory, SoakJournal journal, Evidence evidence) throws IOException {
    JSON.writeValue(directory.resolve(JOURNAL).toFile(), journal);
    JSON.writeValue(directory.resolve(EVIDENCE).toFile(), evidence);
  }

  /** Checks again what an earlier soak has written. */
  static SoakReport read(Path directory) throws IOException {
    return SoakReport.of(
        JSON.readValue(directory.resolve(JOURNAL).toFile(), SoakJournal.class),
        JSON.readValue(directory.resolve(EVIDENCE).toFile(), Evidence.class));
  }

  private static boolean print(SoakReport report, PrintStream out) {
    report.figures().forEach(out::println);
    report.mistakes().forEach(out::println);
    boolean well = report.violations().isEmpty();
    String words = "%-15s %s".formatted("violations", well ? "none" : report.violations().size());
    out.println(isTerminal() ? "\u001b[%dm%s\u001b[0m".formatted(well ? 32 : 31, words) : words);
    return well;
  }

  @SuppressWarnings("SystemConsoleNull") // From Java 22 on, colours may reach a file.
  private static boolean isTerminal() {
    return System.console() != null
        && System.getenv().getOrDefault("NO_COLOR", "").isEmpty()
        && !"dumb".equals(System.getenv("TERM"));
  }

  /**
   * Runs it to its end.
   *
   * @param directory a new one, absolute
   * @param launcher words that start {@code escarole}
   */
  static SoakReport run(
      ClusterSoakOptions options, Path directory, List<String> launcher, PrintStream out)
      throws Exception {
    try (SoakDatabase database = SoakDatabase.start(directory.resolve("postgres"))) {
      ClusterSoak soak = new ClusterSoak(options, directory, launcher, database, out);
      Thread last = new Thread(soak::endProcesses, "cluster-soak-end");
      Runtime.getRuntime().addShutdownHook(last);
      try {
        return soak.run();
      } finally {
        soak.endProcesses();
        Runtime.getRuntime().removeShutdownHook(last);
      }
    }
  }

  private void endProcesses() {
    nodes.forEach(ServedNode::close);
  }

  private Path inbox() {
    return directory.resolve("inbox");
  }

  private void say(String line) {
    out.println(
        LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS) + "  " + line);
  }

  private SoakReport run() throws Exception {
    say(
        "seed %d, %d min, %,d planned times, %,d files, %d nodes; see %s"
            .formatted(
                options.seed(),
                options.minutes(),
                options.firings(),
                options.files(),
                NODES,
                directory));
    Files.createDirectories(inbox());
    Path recipes = Files.createDirectories(directory.resolve("recipes"));
    for (ServedNode node : nodes) {
      node.start();
    }
    for (ServedNode node : nodes) {
      node.await();
    }
    long begin = (System.currentTimeMillis() / 1_000) * 1_000 + LEAD_MILLIS;
    SoakPlan plan =
        SoakPlan.of(options.seed(), begin, options.minutes(), options.firings(), options.files());
    SoakRecipes.write(recipes, plan);
    say("all nodes are up; load begins at " + PlannedSchedule.text(begin));
    FileDropper dropper = new FileDropper(inbox(), plan);
    dropper.start();
    CompletableFuture<Void> injecting = CompletableFuture.runAsync(() -> inject(plan));
    awaitEnd(plan, injecting, dropper);
    List<SoakJournal.Drop> drops = dropper.await();
    awaitQuiet(plan, dropper);
    return stop(plan, drops, dropper.failures());
  }

  private long endMillis(SoakPlan plan) {
    return plan.beginMillis() + TimeUnit.MINUTES.toMillis(options.minutes());
  }

  private void inject(SoakPlan plan) {
    try {
      faults.run(plan, endMillis(plan));
    } catch (IOException | InterruptedException | SQLException e) {
      throw new IllegalStateException("a fault could not be injected: " + e.getMessage(), e);
    }
  }

  /** Waits for the end of the load and of the faults, and tells how it goes each minute. */
  private void awaitEnd(SoakPlan plan, CompletableFuture<Void> injecting, FileDropper dropper)
      throws IOException, InterruptedException, ExecutionException {
    long end = endMillis(plan);
    long next = plan.beginMillis();
    while (System.currentTimeMillis() < end || !injecting.isDone()) {
      next += TimeUnit.MINUTES.toMillis(1);
      try {
        injecting.get(Math.max(1, next - System.currentTimeMillis()), TimeUnit.MILLISECONDS);
        TimeUnit.MILLISECONDS.sleep(Math.max(0, Math.min(next, end) - System.currentTimeMillis()));
      } catch (TimeoutException e) {
        // The usual case: a minute is over.
      }
      sayProgress(dropper);
    }
  }

  private void sayProgress(FileDropper dropper) throws IOException {
    try {
      Counts counts = records.counts();
      say(
          String.format(
              Locale.ROOT,
              "%,d fired, %,d of %,d files dropped, %,d waiting; runs: %,d ended, %d running, %d"
                  + " queued, %,d resumptions; %d faults",
              counts.launched(),
              dropper.count(),
              options.files(),
              counts.files(),
              counts.ended(),
              counts.open(),
              counts.queued(),
              counts.resumed(),
              faults.faults().size()));
    } catch (SQLException e) {
      say("the database does not answer");
    }
  }

  /** Waits until everything is decided and has ended, or nothing changes any more. */
  private void awaitQuiet(SoakPlan plan, FileDropper dropper)
      throws IOException, InterruptedException, SQLException {
    long last =
        plan.schedules().stream()
            .flatMapToLong(PlannedSchedule::times)
            .max()
            .orElse(plan.beginMillis());
    Counts before = records.counts();
    long changed = System.nanoTime();
    while (System.nanoTime() - changed < TimeUnit.MINUTES.toNanos(STANDSTILL_MINUTES)) {
      Counts counts = records.counts();
      if (counts.isQuiet() && System.currentTimeMillis() > last && records.isDecided(plan)) {
        return;
      }
      if (!counts.equals(before)) {
        before = counts;
        changed = System.nanoTime();
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    say("nothing has changed for %d minutes, and something is left".formatted(STANDSTILL_MINUTES));
    sayProgress(dropper);
  }

  /** Stops the servers as an operator does, and reads what is on record. */
  private SoakReport stop(SoakPlan plan, List<SoakJournal.Drop> drops, List<String> failures)
      throws IOException, InterruptedException, SQLException {
    for (ServedNode node : nodes) {
      faults.stop(node);
    }
    List<String> broken = new ArrayList<>(faults.broken());
    broken.addAll(failures);
    SoakJournal journal =
        new SoakJournal(
            options.seed(), options.minutes(), plan.schedules(), drops, faults.faults(), broken);
    Evidence evidence;
    try (Connection connection = database.connect()) {
      evidence = EvidenceReader.read(connection, inbox());
    }
    write(directory, journal, evidence);
    return SoakReport.of(journal, evidence);
  }
}
