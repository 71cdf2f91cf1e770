package dev.escarole.samples.bench;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.store.database.DatabaseAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures what a leaf costs; see {@link BenchOptions#HELP}. */
public final class Bench {

  private final BenchOptions options;
  private final Path scratch;

  Bench(BenchOptions options, Path scratch) {
    this.options = options;
    this.scratch = scratch;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> words = List.of(arguments);
    if (words.contains("--help") || words.contains("-h")) {
      System.out.print(BenchOptions.HELP);
      return;
    }
    BenchOptions options;
    try {
      options = BenchOptions.read(words, System.getenv());
    } catch (IllegalArgumentException e) {
      System.err.println("bench: " + e.getMessage() + "\n\n" + BenchOptions.HELP);
      System.exit(2);
      return;
    }
    Path scratch = Files.createTempDirectory("escarole-bench");
    try {
      Report report = new Bench(options, scratch).measure();
      report.print(System.out);
      report.write(options.json());
      System.err.println("the figures are in " + options.json());
    } finally {
      Left.remove(scratch);
    }
  }

  Report measure() throws IOException, InterruptedException {
    double loadBefore = Usage.system().getSystemLoadAverage();
    List<Figure> figures =
        options.jmh() ? HotPathsByJmh.measure(options::wants, options.isQuick()) : tasks();
    Report.Load load = new Report.Load(loadBefore, Usage.system().getSystemLoadAverage());
    return new Report(Report.Machine.here(), load, options.rounds(), figures);
  }

  private List<Figure> tasks() throws IOException, InterruptedException {
    List<Figure> figures = new ArrayList<>();
    for (List<Contender> contenders : contests()) {
      figures.addAll(measure(contenders));
    }
    figures.addAll(
        ScaleCost.measureAll(
            options.sizes().scale(), options::wants, options.rounds(), scratch.resolve("scale")));
    return figures;
  }

  private List<Figure> measure(List<Contender> all) throws IOException, InterruptedException {
    List<Contender> wanted = all.stream().filter(one -> options.wants(one.title())).toList();
    try {
      return new Rounds(wanted, options.rounds()).measure(options.sizes().warmUps());
    } finally {
      for (Contender contender : all) {
        contender.close();
      }
    }
  }

  /** For each task, who is compared. */
  private List<List<Contender>> contests() throws IOException {
    List<List<Contender>> all = new ArrayList<>();
    for (boolean sorting : new boolean[] {false, true}) {
      options.sizes().fanOut().forEach(n -> all.add(contest(new Work(false, sorting, n))));
      options.sizes().chain().forEach(n -> all.add(contest(new Work(true, sorting, n))));
    }
    all.addAll(wholeProcesses());
    all.add(
        List.of(
            Calls.throughBroker(Invocation.of("echo").arguments("hello").build()),
            Calls.throughBroker(Invocation.of("upper").stdin("hello").build())));
    // From the least that a call can be to the ones that the broker is measured with.
    all.add(
        List.of(
            Calls.ofRunner(Invocation.of("true").build()),
            Calls.ofRunner(Invocation.of("echo").arguments("hello").build()),
            Calls.ofRunner(Invocation.of("upper").stdin("hello").build())));
    List<Launcher> launchers = Launcher.all(options.launchers());
    int leaves = Math.max(1, options.sizes().process() / 10);
    all.addAll(PythonCost.contests(launchers, leaves, scratch.resolve("python")));
    all.addAll(JavaScriptCost.contests(launchers, leaves, scratch.resolve("javascript")));
    all.addAll(ToolCost.contests(options.sizes().megabytes(), scratch.resolve("tools")));
    all.add(List.of(new FormCalls()));
    all.add(AgentLines.all(scratch.resolve("agents")));
    for (Computation computation : Computation.all(options.isQuick())) {
      Path directory = scratch.resolve(computation.program());
      all.add(List.of(Calls.ofGuest(computation), new Computation.Native(computation, directory)));
    }
    return all;
  }

  private List<Contender> contest(Work work) {
    Path directory = directory(work.task());
    EngineOptions file = EngineOptions.at(directory.resolve("h2"));
    List<Contender> contest = new ArrayList<>();
    contest.add(new EscaroleRuns(EscaroleRuns.DURABLE, work, file));
    if (!work.isChain()) {
      EngineOptions alone = EngineOptions.at(directory.resolve("h2-one")).withWorkers(1);
      contest.add(new EscaroleRuns(EscaroleRuns.ONE_WORKER, work, alone));
    }
    contest.add(
        new EscaroleRuns(EscaroleRuns.POSTGRES, work, postgres(directory.resolve("postgres"))));
    contest.add(new EscaroleRuns(EscaroleRuns.IN_MEMORY, work, EngineOptions.inMemory()));
    for (Peer peer : Peer.values()) {
      contest.add(new Peer.PeerRuns(work.task(), peer, work, directory.resolve(peer.name())));
    }
    return contest;
  }

  private @Nullable EngineOptions postgres(Path directory) {
    DatabaseAddress address = options.database();
    return address == null ? null : EngineOptions.at(directory).withDatabase(address);
  }

  /** Commands as users start them, by each launcher: Java's start is part of the time. */
  private List<List<Contender>> wholeProcesses() {
    int most = options.sizes().process();
    List<List<Contender>> all = new ArrayList<>();
    all.add(runs(new Work(false, false, 1)));
    all.add(each("one echo beside serve", Servers.RunBeside::new));
    all.add(each("serve, to its first page", Servers.FirstPage::new));
    all.add(each("mcp, to its first answer", Servers.FirstAnswer::new));
    all.add(runs(new Work(false, false, most)));
    all.add(runs(new Work(false, true, Math.max(1, most / 2))));
    all.add(runs(new Work(false, false, most * 10)));
    return all;
  }

  private interface ByLauncher {
    Contender of(String task, Launcher launcher, Path directory);
  }

  private List<Contender> each(String what, ByLauncher kind) {
    List<Contender> contest = new ArrayList<>();
    String task = "whole process: " + what;
    for (Launcher launcher : Launcher.all(options.launchers())) {
      contest.add(kind.of(task, launcher, directory(task).resolve(launcher.name())));
    }
    return contest;
  }

  /** The work by each launcher, with as many workers as processors and with one; then by others. */
  private List<Contender> runs(Work work) {
    String task = "whole process: " + work.task();
    int processors = Runtime.getRuntime().availableProcessors();
    List<Contender> contest = new ArrayList<>();
    for (Launcher launcher : Launcher.all(options.launchers())) {
      Path directory = directory(task).resolve(launcher.name());
      contest.add(new Launcher.Runs(task, launcher, work, Math.max(2, processors), directory));
      if (work.leaves() > 1) {
        contest.add(new Launcher.Runs(task, launcher, work, 1, directory.resolve("one")));
      }
    }
    for (Peer peer : List.of(Peer.MAKE, Peer.MAKE_TO_FILES, Peer.SPAWN)) {
      contest.add(new Peer.PeerRuns(task, peer, work, directory(task).resolve(peer.name())));
    }
    return contest;
  }

  private Path directory(String task) {
    return scratch.resolve(task.replaceAll("[^a-z0-9]+", "-"));
  }
}
