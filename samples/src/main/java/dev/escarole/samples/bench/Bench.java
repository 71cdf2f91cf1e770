package dev.escarole.samples.bench;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.command.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** Measures what a leaf costs; see {@link BenchOptions#HELP}. */
public final class Bench {

  private static final String FAN_OUT = "fan-out of echo";
  private static final String CHAIN = "chain of echo";
  private static final String DURABLE = "Escarole, durable (H2 file)";
  private static final String IN_MEMORY = "Escarole, in memory";
  private static final String PLAN = "compile a plan";

  private final BenchOptions options;
  private final Path scratch;

  private Bench(BenchOptions options, Path scratch) {
    this.options = options;
    this.scratch = scratch;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    BenchOptions options;
    try {
      Deque<String> words = new ArrayDeque<>(List.of(arguments));
      if (words.contains("--help") || words.contains("-h")) {
        System.out.print(BenchOptions.HELP);
        return;
      }
      options = read(words);
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
      remove(scratch);
    }
  }

  private static BenchOptions read(Deque<String> words) {
    BenchOptions options = BenchOptions.full();
    while (!words.isEmpty()) {
      String word = words.remove();
      options =
          switch (word) {
            case "--quick" -> options.quick();
            case "--runs" -> options.withRounds(Integer.parseInt(value(word, words)));
            case "--only" -> options.withOnly(value(word, words));
            case "--json" -> options.withJson(Path.of(value(word, words)));
            default -> throw new IllegalArgumentException("there is no option " + word);
          };
    }
    return options;
  }

  private static String value(String option, Deque<String> words) {
    if (words.isEmpty()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return words.remove();
  }

  private Report measure() throws IOException, InterruptedException {
    List<Figure> figures = new ArrayList<>();
    try (Engine durable = Engine.open(EngineOptions.at(scratch.resolve("data")));
        Engine inMemory = Engine.open(EngineOptions.inMemory());
        BrokerCalls echo = new BrokerCalls(Invocation.of("echo").arguments("hello").build());
        BrokerCalls upper = new BrokerCalls(Invocation.of("upper").stdin("hello").build())) {
      List<Contender> contenders = new ArrayList<>();
      contenders.addAll(fanOut(durable, inMemory));
      contenders.addAll(chain(durable, inMemory));
      contenders.addAll(List.of(echo, upper));
      contenders.addAll(runner());
      contenders.addAll(guests());
      contenders.removeIf(contender -> !options.wants(contender.task() + ": " + contender.name()));
      figures.addAll(new Rounds(contenders, options.rounds()).measure(options.warmUps()));
      for (Contender contender : contenders) {
        contender.close();
      }
    }
    if (options.wants(PLAN)) {
      figures.add(PlanCost.measure(options.plan(), options.rounds()));
    }
    return new Report(Report.Machine.here(), options.rounds(), figures);
  }

  private List<Contender> fanOut(Engine durable, Engine inMemory) {
    int leaves = options.fanOut();
    return List.of(
        new EscaroleRuns(FAN_OUT, DURABLE, leaves, Recipes.fanOut(leaves), durable),
        new EscaroleRuns(FAN_OUT, IN_MEMORY, leaves, Recipes.fanOut(leaves), inMemory),
        new MakeRuns(FAN_OUT, MakeRuns.Shape.FAN_OUT, leaves, scratch.resolve("fan-out")),
        new MakeRuns(
            FAN_OUT, MakeRuns.Shape.FAN_OUT_TO_FILES, leaves, scratch.resolve("fan-out-files")),
        new SpawnRuns(FAN_OUT, leaves, scratch.resolve("spawn")));
  }

  private List<Contender> chain(Engine durable, Engine inMemory) {
    int leaves = options.chain();
    return List.of(
        new EscaroleRuns(CHAIN, DURABLE, leaves, Recipes.chain(leaves), durable),
        new EscaroleRuns(CHAIN, IN_MEMORY, leaves, Recipes.chain(leaves), inMemory),
        new MakeRuns(CHAIN, MakeRuns.Shape.CHAIN, leaves, scratch.resolve("chain")),
        new MakeRuns(CHAIN, MakeRuns.Shape.CHAIN_TO_FILES, leaves, scratch.resolve("chain-files")),
        new SpawnRuns(CHAIN, leaves, scratch.resolve("spawn-chain")));
  }

  /** From the least that a call can be to the ones that the broker is measured with. */
  private static List<Contender> runner() {
    return List.of(
        new RunnerCalls(Invocation.of("true").build()),
        new RunnerCalls(Invocation.of("echo").arguments("hello").build()),
        new RunnerCalls(Invocation.of("upper").stdin("hello").build()));
  }

  private List<Contender> guests() throws IOException {
    List<Contender> all = new ArrayList<>();
    for (Computation computation : Computation.all(options.isQuick())) {
      all.add(new GuestRuns(computation));
      all.add(new NativeRuns(computation, scratch.resolve(computation.program())));
    }
    return all;
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
