package dev.escarole.engine;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.journal.JournalHealth;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A process that does not have what it needs: carries out one run until its disk is full, or until
 * its heap is used up.
 */
final class StarvedVictim {

  /** Leaves of each kind in the run. */
  static final int ROUNDS = 150;

  /** In each round a guest that leaves a line in a file of its own, and an output of 100 KB. */
  private static final String RECIPE =
      """
      {"name": "starved", "repeat": %d, "template": [
        "echo {index}", "tee -a /log/{index}", "seq {index} 20000"]}
      """
          .formatted(ROUNDS);

  /** The run is held here, so that it cannot end before its process has used up what it has. */
  private static final int LAST_ROUND = ROUNDS - 20;

  /** The step of the round that leaves a line. */
  static final String MARK = "1";

  private final CountDownLatch midway = new CountDownLatch(1);
  private final Engine engine;
  private final Path log;

  private StarvedVictim(Engine engine, Path log) {
    this.engine = engine;
    this.log = log;
  }

  /**
   * @param args the data directory, the guests' directory, and {@code disk} or {@code heap}
   */
  public static void main(String[] args) throws Exception {
    Path log = Files.createDirectories(Path.of(args[1]));
    StarvedVictim victim = new StarvedVictim(Engine.open(EngineOptions.at(Path.of(args[0]))), log);
    victim.start();
    if (args[2].equals("heap")) {
      victim.useUpTheHeap();
    } else {
      victim.waitForTheDisk();
    }
    // The parent kills this process; if the parent is gone, nobody waits for it.
    Runtime.getRuntime().halt(System.in.read() + 1);
  }

  private void start() {
    engine.start(
        request()
            .directories(List.of(DirectoryGrant.parse(log + "::/log")))
            .listener(this::told)
            .build());
  }

  private static RunRequest.Builder request() {
    Recipe recipe = new RecipeReader().read(RECIPE, "starved.json");
    return RunRequest.of(recipe);
  }

  private void told(RunEvent event) {
    if (CrashPoint.starts(event, "0.%d.0".formatted(ROUNDS / 3), 1)) {
      midway.countDown();
    }
    if (CrashPoint.starts(event, "0.%d.0".formatted(LAST_ROUND), 1)) {
      new CompletableFuture<Void>().join();
    }
  }

  private void useUpTheHeap() throws InterruptedException {
    boolean there = midway.await(120, TimeUnit.SECONDS);
    engine.store().journal().flush();
    System.out.println(there ? "midway" : "late");
    System.out.flush();
    List<byte[]> kept = new ArrayList<>();
    while (kept.size() < Integer.MAX_VALUE) {
      kept.add(new byte[1 << 20]);
    }
  }

  private void waitForTheDisk() {
    JournalHealth health = engine.store().journal().health();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(180);
    while (health.state() != JournalHealth.State.PAUSED && System.nanoTime() < deadline) {
      Thread.onSpinWait();
      health = engine.store().journal().health();
    }
    System.out.println(health.state().word() + ": " + health.reason());
    try {
      engine.start(request().stdin(Content.of("x".repeat(16 << 20))).build());
      System.out.println("started");
    } catch (StoreException e) {
      System.out.println("refused: " + e.getMessage());
    }
    System.out.flush();
  }
}
