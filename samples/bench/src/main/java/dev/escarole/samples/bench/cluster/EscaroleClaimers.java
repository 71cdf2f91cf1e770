package dev.escarole.samples.bench.cluster;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.node.NodeOptions;
import dev.escarole.recipe.RecipeReader;
import java.time.Duration;

/** Nodes of Escarole: a claimed run calls one command, and all of it is on record. */
final class EscaroleClaimers implements Claimers {

  private static final RunRequest RUN =
      RunRequest.of(
              new RecipeReader().read("{\"name\": \"echo\", \"template\": \"echo x\"}", "e.json"))
          .anywhere()
          .build();

  static EngineOptions options(Place place, String name) {
    return EngineOptions.at(place.directory().resolve(name)).withDatabase(place.jdbcUrl());
  }

  /** An engine that is drained has room for nothing. */
  @Override
  public void store(Place place, int count) throws InterruptedException {
    Engine full = Engine.open(options(place, "launcher"));
    full.housekeeping().drain(Duration.ZERO);
    for (int i = 0; i < count; i++) {
      RunHandle unused = full.start(RUN);
    }
    full.suspend();
  }

  @Override
  public String left() {
    return "select count(*) from run where status in ('running', 'queued')";
  }

  @Override
  public AutoCloseable open(Place place) {
    String name = "node-" + ProcessHandle.current().pid();
    Engine engine =
        Engine.open(options(place, name).withNode(NodeOptions.DEFAULT.withCapacity(AT_ONCE)));
    return engine::suspend;
  }
}
