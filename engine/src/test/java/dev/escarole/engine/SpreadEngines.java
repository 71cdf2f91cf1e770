package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.node.EngineNode;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Engines of one PostgreSQL database that share the commands of wide parallel nodes. */
final class SpreadEngines {

  private static final Maintenance.Intervals OFTEN =
      new Maintenance.Intervals(Duration.ofMillis(50), Duration.ofHours(1), Duration.ofHours(1));

  private final Path directory;
  private final String database;

  /**
   * @param database its address
   */
  SpreadEngines(Path directory, String database) {
    this.directory = directory;
    this.database = database;
  }

  EngineOptions options(String name) {
    return EngineOptions.at(directory.resolve(name)).withDatabase(database);
  }

  Engine open(String name, int workers) {
    return open(options(name).withWorkers(workers));
  }

  Engine open(EngineOptions options) {
    return Engine.open(options, OFTEN);
  }

  /** An engine that takes no shards by itself. */
  Engine onlooker(String name) {
    return open(options(name).withRecovery(Recovery.onRequest()));
  }

  static RunRequest wide(int branches) {
    return wideBy(branches).build();
  }

  static RunRequest.Builder wideBy(int branches) {
    String recipe =
        """
        {"name": "wide", "parallel": true, "spread": true, "repeat": %d, "failure": "continue",
         "template": {"template": ["seq {index} 2400", "sort -rn", "head -n 1", "sed s/00/{index}/"]}}
        """;
    return RunRequest.of(new RecipeReader().read(recipe.formatted(branches), "wide.json"));
  }

  /** Waits until an engine counts on so many, itself included: each has reported that it claims. */
  static void awaitClaiming(Engine engine, int nodes) {
    await(
        () ->
            engine.housekeeping().nodes().nodes().stream().filter(EngineNode::mayClaim).count()
                == nodes);
  }

  static void await(BooleanSupplier there) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!there.getAsBoolean() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(there.getAsBoolean()).isTrue();
  }
}
