package dev.escarole.samples.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.Recipe;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Runs of many leaves, durable on H2, in a Java of its own with 1 GiB of heap. Each round has a
 * data directory of its own, so that what it leaves is the whole database.
 */
final class ScaleCost {

  static final String HEAP = "-Xmx1g";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int WARM_LEAVES = 5_000;
  private static final int LEAVES_OF_ONE = 100;
  private static final int DEPTH = 5;

  /** What the leaves are spread over. */
  @SuppressWarnings("ImmutableEnumChecker") // its functions hold nothing
  enum Kind {
    FAN_OUT("one fan-out of echo", leaves -> List.of(Work.fanOut(leaves))),
    RUNS(
        "runs of 100 echo at once",
        leaves -> Collections.nCopies(leaves / LEAVES_OF_ONE, Work.fanOut(LEAVES_OF_ONE))),
    CHAIN("one chain of echo", leaves -> List.of(new Work(true, false, leaves).recipe())),
    NESTED("fan-out of echo, nested 5 deep", leaves -> List.of(Work.nested(DEPTH, width(leaves))));

    private final String word;
    private final IntFunction<List<Recipe>> recipes;

    Kind(String word, IntFunction<List<Recipe>> recipes) {
      this.word = word;
      this.recipes = recipes;
    }

    String task(int leaves) {
      return "scale: %s, %s".formatted(word, Work.count(leaves));
    }
  }

  private ScaleCost() {}

  /**
   * A fan-out and its tenth, for the ratio of their times, and the same number of leaves otherwise.
   */
  static List<Figure> measureAll(int leaves, Predicate<String> wanted, int rounds, Path directory)
      throws IOException, InterruptedException {
    List<Figure> figures = new ArrayList<>();
    for (Size size : sizes(leaves)) {
      if (wanted.test(size.kind.task(size.leaves) + ": " + name())) {
        System.err.println("measuring " + size.kind.task(size.leaves));
        figures.add(measure(size.kind, size.leaves, rounds, directory));
      }
    }
    return figures;
  }

  private record Size(Kind kind, int leaves) {}

  private static List<Size> sizes(int leaves) {
    int width = width(leaves);
    return List.of(
        new Size(Kind.FAN_OUT, leaves / 10),
        new Size(Kind.FAN_OUT, leaves),
        new Size(Kind.RUNS, leaves),
        new Size(Kind.CHAIN, leaves / 10),
        new Size(Kind.NESTED, width * width * width * width * width));
  }

  /** How wide each of the nested fan-outs can be, so that there are at most so many leaves. */
  private static int width(int leaves) {
    return (int) Math.floor(Math.pow(leaves, 1.0 / DEPTH) + 1e-6);
  }

  private static String name() {
    return "Escarole, a Java with " + HEAP;
  }

  static Figure measure(Kind kind, int leaves, int rounds, Path directory)
      throws IOException, InterruptedException {
    List<String> arguments =
        Stream.of(kind.name(), leaves, rounds, directory).map(String::valueOf).toList();
    List<Figure.Round> told = new ArrayList<>();
    for (String line : Processes.linesOfJava(HEAP, ScaleCost.class, arguments)) {
      told.add(JSON.readValue(line, Figure.Round.class));
    }
    return new Figure(
        kind.task(leaves), name(), leaves, Figure.Measured.of(told, leaves), null, null);
  }

  /** The child: kind, leaves, rounds, directory. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Kind kind = Kind.valueOf(arguments[0]);
    int leaves = Integer.parseInt(arguments[1]);
    int rounds = Integer.parseInt(arguments[2]);
    Path directory = Path.of(arguments[3]);
    round(kind.recipes.apply(Math.min(leaves, WARM_LEAVES)), directory);
    for (int i = 0; i < rounds; i++) {
      System.out.println(JSON.writeValueAsString(round(kind.recipes.apply(leaves), directory)));
    }
  }

  private static Figure.Round round(List<Recipe> recipes, Path directory)
      throws IOException, InterruptedException {
    long nanos;
    long cpu;
    long heap;
    try (Engine engine = Engine.open(EngineOptions.at(directory))) {
      long cpuBefore = Usage.ownNanos();
      long before = System.nanoTime();
      runAll(engine, recipes);
      nanos = System.nanoTime() - before;
      cpu = Usage.ownNanos() - cpuBefore;
      System.gc();
      heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
    Left left = Left.in(directory);
    Left.remove(directory);
    return new Figure.Round(nanos, cpu, Usage.ownPeakBytes(), left, heap);
  }

  private static void runAll(Engine engine, List<Recipe> recipes)
      throws IOException, InterruptedException {
    List<RunHandle> handles = new ArrayList<>();
    for (Recipe recipe : recipes) {
      handles.add(engine.start(RunRequest.of(recipe).build()));
    }
    for (RunHandle handle : handles) {
      RunStatus status = handle.await().status();
      if (status != RunStatus.DONE) {
        throw new IOException("run " + handle.id() + " ended " + status.word());
      }
    }
  }
}
