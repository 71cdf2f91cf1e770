package dev.escarole.samples.bench.soak;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.DirectoryGrant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/** The process that is killed: goes on with what it finds, and starts more until it is killed. */
final class SoakChild {

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
