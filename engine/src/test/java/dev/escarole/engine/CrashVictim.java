package dev.escarole.engine;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process that is there to be killed: starts one run for each {@link CrashPoint}, holds each of
 * them exactly there with all before it on record, says so, and waits. One more run is under way
 * all the time.
 */
final class CrashVictim {

  private static final String BUSY =
      "{\"name\": \"busy\", \"repeat\": 3000, \"template\": \"echo {index}\"}";

  private final Path data;
  private final Engine engine;
  private final CountDownLatch held = new CountDownLatch(CrashPoint.values().length);

  private CrashVictim(Path data, Engine engine) {
    this.data = data;
    this.engine = engine;
  }

  /**
   * @param args the data directory, and the address of the database if it is not the file there
   */
  public static void main(String[] args) throws Exception {
    Path data = Path.of(args[0]);
    EngineOptions options = options(data, args.length > 1 ? args[1] : "").withWorkers(24);
    new CrashVictim(data, Engine.open(options)).holdAll();
    // The parent kills this process; if the parent is gone, nobody waits for it.
    Runtime.getRuntime().halt(System.in.read() + 1);
  }

  static EngineOptions options(Path data, String database) {
    EngineOptions options = EngineOptions.at(data);
    return database.isEmpty() ? options : options.withDatabase(database);
  }

  /** The directory in which the guests of this point's run leave a line for each execution. */
  static Path log(Path data, CrashPoint point) {
    return data.resolveSibling(data.getFileName() + "-logs").resolve(point.name());
  }

  private void holdAll() throws Exception {
    for (CrashPoint point : CrashPoint.values()) {
      new Thread(() -> start(point), point.name()).start();
    }
    boolean all = held.await(120, TimeUnit.SECONDS);
    engine.start(RunRequest.of(recipe(BUSY)).build());
    // The end of a run takes everything that was recorded before to the file.
    var unused = engine.run(RunRequest.of(recipe("\"echo last\"")).build());
    System.out.println(all ? "READY" : "LATE");
    System.out.flush();
  }

  private static Recipe recipe(String json) {
    return new RecipeReader().read(json, "victim.json");
  }

  private void start(CrashPoint point) {
    try {
      Path log = Files.createDirectories(log(data, point));
      CompletableFuture<RunHandle> handle = new CompletableFuture<>();
      Consumer<RunEvent> listener = event -> told(point, event, handle);
      handle.complete(
          engine.start(
              RunRequest.of(recipe(point.recipe()))
                  .directories(List.of(DirectoryGrant.parse(log + "::/log")))
                  .listener(listener)
                  .build()));
    } catch (Exception e) {
      throw new IllegalStateException("run for " + point + " does not start", e);
    }
  }

  /** The thread that drives the run is kept here, so nothing follows. */
  private void told(CrashPoint point, RunEvent event, CompletableFuture<RunHandle> handle) {
    if (point == CrashPoint.CANCEL_ASKED && CrashPoint.starts(event, "0.0.0", 1)) {
      handle.join().cancel();
    }
    if (point.isReachedBy(event)) {
      engine.store().journal().flush();
      held.countDown();
      new CompletableFuture<Void>().join();
    }
  }
}
