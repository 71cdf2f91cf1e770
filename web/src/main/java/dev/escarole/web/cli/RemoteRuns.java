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
      removed.path("runs").forEach(each -> gone.add(kept(each)));
      outputBytes += removed.path("outputBytes").asLong();
      workspaceBytes += removed.path("workspaceBytes").asLong();
    }
    return new RemovedRuns(gone, outputBytes, workspaceBytes);
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
