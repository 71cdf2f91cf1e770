package dev.escarole.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.engine.RemovedRuns;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.KeptRun;
import dev.escarole.engine.store.Retention;
import dev.escarole.recipe.Recipe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Asks a server to start, repeat and delete runs. */
final class RemoteRuns {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private RemoteRuns() {}

  /** Starts a run of a recipe that was read here; answers what the server says of it. */
  static JsonNode launch(Remote remote, RunRequest request) {
    ObjectNode body = NODES.objectNode();
    recipe(body, request.recipe());
    request
        .values()
        .forEach((name, value) -> body.withObjectProperty("values").putPOJO(name, value));
    body.put("stdinBase64", request.stdin().bytes());
    request.directories().stream()
        .map(DirectoryGrant::text)
        .forEach(body.withArrayProperty("directories")::add);
    request.labels().forEach(body.withArrayProperty("labels")::add);
    body.put("cache", request.cache());
    return remote.post("/runs", body);
  }

  private static void recipe(ObjectNode body, Recipe recipe) {
    body.put("text", recipe.source()).put("fileName", recipe.fileName());
  }

  /** Runs a run again; answers what the server says of the new one. */
  static JsonNode rerun(
      Remote remote, String run, RerunScope scope, @Nullable Recipe recipe, boolean force) {
    ObjectNode body = NODES.objectNode();
    body.put("scope", scope.kind().name().toLowerCase(Locale.ROOT)).put("force", force);
    if (scope.path() != null) {
      body.put("path", scope.path());
    }
    if (recipe != null) {
      recipe(body, recipe);
    }
    return remote.post("/runs/" + Remote.part(run) + "/rerun", body);
  }

  /** Deletes runs one by one. */
  static RemovedRuns delete(Remote remote, List<String> runs) {
    List<KeptRun> gone = new ArrayList<>();
    long outputBytes = 0;
    long workspaceBytes = 0;
    for (String run : runs) {
      JsonNode removed = remote.delete("/runs/" + Remote.part(run));
      gone.addAll(keptRuns(removed.path("runs")));
      outputBytes += removed.path("outputBytes").asLong();
      workspaceBytes += removed.path("workspaceBytes").asLong();
    }
    return new RemovedRuns(gone, outputBytes, workspaceBytes);
  }

  /** Deletes the runs that the limits let go. */
  static RemovedRuns prune(Remote remote, Retention limits) {
    JsonNode removed = remote.post("/runs/prune", body(limits));
    return new RemovedRuns(
        keptRuns(removed.path("runs")),
        removed.path("outputBytes").asLong(),
        removed.path("workspaceBytes").asLong());
  }

  /** What would be deleted. */
  record Removal(List<KeptRun> runs, long workspaceBytes) {
    Removal {
      runs = List.copyOf(runs);
    }
  }

  /** Tells which runs the limits let go; deletes nothing. */
  static Removal prunable(Remote remote, Retention limits) {
    JsonNode removal = remote.post("/runs/prune", body(limits).put("dryRun", true));
    return new Removal(keptRuns(removal.path("runs")), removal.path("workspaceBytes").asLong());
  }

  private static ObjectNode body(Retention limits) {
    ObjectNode body = NODES.objectNode();
    if (limits.maxAge() != null) {
      body.put("olderThanSeconds", limits.maxAge().toSeconds());
    }
    if (limits.maxRuns() != null) {
      body.put("keep", limits.maxRuns());
    }
    if (limits.maxBytes() != null) {
      body.put("maxBytes", limits.maxBytes());
    }
    return body;
  }

  private static List<KeptRun> keptRuns(JsonNode runs) {
    List<KeptRun> kept = new ArrayList<>();
    runs.forEach(each -> kept.add(kept(each)));
    return kept;
  }

  private static KeptRun kept(JsonNode run) {
    return new KeptRun(
        new RunId(run.path("run").asText()),
        Instant.parse(run.path("startedAt").asText()),
        true,
        run.path("attempts").asLong(),
        run.path("bytes").asLong());
  }
}
