package dev.escarole.samples.bench.soak;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.samples.bench.Arguments;
import dev.escarole.samples.bench.Processes;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Kills a process full of runs again and again, lets another one finish, and keeps count. */
public final class Soak {

  private static final String USAGE = "usage: soak [--minutes N], N from 1 to 1440";

  private final Path data;
  private final Ledger ledger;
  private final Random random = new Random();
  private int kills;

  private Soak(Path data) {
    this.data = data;
    this.ledger = new Ledger(data);
  }

  /** Exits with 0 if all was well, 1 if not, and 2 if it was called wrongly. */
  public static void main(String[] args) throws IOException, InterruptedException {
    int minutes = 10;
    Arguments arguments = new Arguments(List.of(args));
    try {
      while (!arguments.isEmpty()) {
        if (!arguments.option().equals("--minutes")) {
          throw arguments.unknown();
        }
        minutes = arguments.number(1_440);
      }
    } catch (IllegalArgumentException e) {
      System.err.println(USAGE);
      System.exit(2);
    }
    Soak soak = new Soak(Files.createTempDirectory("escarole-soak-"));
    List<String> mistakes = soak.run(Duration.ofMinutes(minutes));
    mistakes.forEach(System.out::println);
    System.out.println(
        "%d kills, %s, %d mistakes; data in %s"
            .formatted(soak.kills, soak.ledger.figures(), mistakes.size(), soak.data));
    System.exit(mistakes.isEmpty() ? 0 : 1);
  }

  private List<String> run(Duration time) throws IOException, InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      Process child = child("start");
      boolean ended = child.waitFor(random.nextInt(1_500, 9_000), TimeUnit.MILLISECONDS);
      if (ended) {
        throw new IOException("the child ended by itself; see " + data.resolve("child.log"));
      }
      child.destroyForcibly().waitFor();
      kills++;
      ledger.check();
      System.out.println(kills + " kills, " + ledger.figures());
    }
    Process last = child("finish");
    if (last.waitFor() != 0) {
      throw new IOException("the last child failed; see " + data.resolve("child.log"));
    }
    ledger.check();
    return ledger.close();
  }

  private Process child(String task) throws IOException {
    File log = data.resolve("child.log").toFile();
    return Processes.java(
            "-XX:TieredStopAtLevel=1", SoakChild.class, List.of(data.toString(), task))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
        .start();
  }

  /** The process that is killed: goes on with what it finds, and starts more until it is killed. */
  static final class SoakChild {

    private static final int AT_ONCE = 6;

    private SoakChild() {}

    /**
     * @param args the data directory, and {@code start} to start runs or {@code finish} to end when
     *     those that are there have ended
     */
    public static void main(String[] args) throws InterruptedException {
      Path data = Path.of(args[0]);
      try (Engine engine = Engine.open(EngineOptions.at(data))) {
        if (args[1].equals("start")) {
          startForEver(engine, data);
        }
        for (RunHandle handle : engine.resumed()) {
          handle.await();
        }
      }
    }

    private static void startForEver(Engine engine, Path data) throws InterruptedException {
      Semaphore room = new Semaphore(AT_ONCE);
      Random random = new Random();
      SoakRecipe[] recipes = SoakRecipe.values();
      while (true) {
        room.acquire();
        SoakRecipe recipe = recipes[random.nextInt(recipes.length)];
        CompletableFuture<?> unused =
            engine
                .start(request(recipe, data))
                .result()
                .whenComplete((result, error) -> room.release());
      }
    }

    private static RunRequest request(SoakRecipe recipe, Path data) {
      try {
        Path logs = data.resolveSibling(data.getFileName() + "-logs");
        Path log = Files.createTempDirectory(Files.createDirectories(logs), "log-");
        return RunRequest.of(recipe.recipe())
            .directories(List.of(DirectoryGrant.parse(log + "::/log")))
            .build();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
