package dev.escarole.engine.launch;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunFilter;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Requests for runs of a recipe that limits how many there are at once. */
public final class Launching {

  private Launching() {}

  /** A run of the recipe {@code nightly} with this rule, which lasts this long. */
  public static RunRequest.Builder request(String rule, long millis) {
    return request("nightly", rule, millis);
  }

  /** A run of a recipe of this name with this rule, which lasts this long. */
  public static RunRequest.Builder request(String name, String rule, long millis) {
    String recipe =
        "{\"name\": \"%s\", \"launch\": %s, \"args\": [\"n=0\"], \"template\":"
            + " {\"delay\": %d, \"template\": \"echo {n}\"}}";
    return RunRequest.of(
        new RecipeReader().read(recipe.formatted(name, rule, millis), "test.json"));
  }

  /** Options under which ada and bob may call every command that these tests use. */
  public static EngineOptions options(Path directory) throws IOException {
    String may = "{allow: true, commands: [echo]}";
    Files.writeString(
        directory.resolve("policy.yaml"), "principals: {ada: %s, bob: %s}".formatted(may, may));
    return EngineOptions.at(directory);
  }

  /** Starts a run that lasts until it is cancelled. */
  public static RunHandle hold(Engine engine, String rule) {
    return engine.start(request(rule, 3_600_000).build());
  }

  /** Starts a run that ends at once when its turn comes. */
  static RunHandle quick(Engine engine, String rule, String principal) {
    return engine.start(request(rule, 0).principal(new Principal(principal, false)).build());
  }

  /** The stored status of a run. */
  static RunStatus status(Engine engine, RunId run) {
    return engine.records().run(run).orElseThrow().status();
  }

  /** The runs that have ended as done, in the order in which they were launched. */
  public static List<RunId> done(Engine engine) {
    RunFilter filter = RunFilter.ALL.withStatuses(Set.of(RunStatus.DONE));
    return engine.records().runs(RunQuery.latest(1_000).withFilter(filter)).stream()
        .sorted(Comparator.comparing(StoredRun::number))
        .map(StoredRun::id)
        .toList();
  }
}
