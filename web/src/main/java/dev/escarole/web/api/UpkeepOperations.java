package dev.escarole.web.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.engine.RemovedRuns;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.KeptResults;
import dev.escarole.engine.store.KeptRun;
import dev.escarole.engine.store.Retention;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.local.Upkeep;
import dev.escarole.web.view.RemovalJson;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations that clear up, or set going, whatever there is of a kind. */
final class UpkeepOperations {

  private static final String CACHE = "cache";
  private static final long MOST_SECONDS = Duration.ofDays(36_500).toSeconds();

  private final Installation service;

  UpkeepOperations(Installation service) {
    this.service = service;
  }

  List<Operation> all() {
    return List.of(resumeAll(), prune(), results(), forgetResults());
  }

  private Operation resumeAll() {
    return Operation.of("POST", "/runs/resume", Role.OPERATOR)
        .named("resumeRuns", RunReads.TAG)
        .says(
            "Lets every interrupted run go on",
            "Answers as soon as all are under way; tells which cannot go on, and why.")
        .gives(202, "Resumed")
        .by(
            request -> {
              Upkeep.Resumed resumed = service.upkeep().resumeAll(request.actor());
              Answers.json(request, json -> write(json, resumed));
            });
  }

  private static void write(JsonGenerator json, Upkeep.Resumed resumed) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("runs");
    for (RunId run : resumed.runs()) {
      json.writeString(run.value());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("refused");
    for (Upkeep.Refused each : resumed.refused()) {
      json.writeStartObject();
      json.writeStringField("run", each.run().value());
      json.writeStringField("reason", each.why());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private Operation prune() {
    return Operation.of("POST", "/runs/prune", Role.ADMIN)
        .named("pruneRuns", RunReads.TAG)
        .says(
            "Deletes runs by age, number or size",
            "A run goes if any of the limits says so, with its workspace and all that no other run"
                + " needs. Runs that are not over always stay.")
        .takes(
            List.of(
                Field.integer(
                    "olderThanSeconds",
                    new Field.Range(0, MOST_SECONDS, null),
                    "Runs that were started longer ago."),
                Field.integer(
                    "keep",
                    new Field.Range(0, Integer.MAX_VALUE, null),
                    "All but the newest so many runs."),
                Field.integer(
                    "maxBytes",
                    new Field.Range(0, Long.MAX_VALUE, null),
                    "The oldest runs until the others have at most so much output; a row of an"
                        + " attempt counts as 512 bytes."),
                Field.of(Field.Kind.FLAG, "dryRun", "Only tells what would be deleted.")))
        .gives(200, "Removal")
        .by(this::prune);
  }

  private void prune(Request request) throws IOException {
    Retention limits = limits(request);
    if (request.flag("dryRun")) {
      List<KeptRun> runs = service.upkeep().prunable(limits);
      long workspaces = service.upkeep().workspaceBytes(runs);
      Answers.json(request, json -> new RemovalJson(json).wouldGo(runs, workspaces));
    } else {
      RemovedRuns removed = service.upkeep().prune(request.actor(), limits);
      Answers.json(request, json -> new RemovalJson(json).gone(removed));
    }
  }

  private static Retention limits(Request request) {
    Long age = request.given("olderThanSeconds");
    Long keep = request.given("keep");
    Long bytes = request.given("maxBytes");
    if (age == null && keep == null && bytes == null) {
      throw InputValue.invalid(
          RefusalCode.NO_LIMIT,
          "the body does not say which runs to delete",
          "Give olderThanSeconds, keep or maxBytes, and dryRun to see first what would go.");
    }
    return limits(age, keep, bytes);
  }

  private static Retention limits(@Nullable Long age, @Nullable Long keep, @Nullable Long bytes) {
    return new Retention(
        age == null ? null : Duration.ofSeconds(age),
        keep == null ? null : Math.toIntExact(keep),
        bytes);
  }

  private Operation results() {
    return Operation.of("GET", "/cache", Role.VIEWER)
        .named("getCache", CACHE)
        .says("Says how many results of commands are kept to be used again, and their size", "")
        .gives(200, "Cache")
        .by(
            request -> {
              KeptResults.Stats stats = service.upkeep().results();
              Answers.json(
                  request,
                  json -> {
                    json.writeStartObject();
                    json.writeNumberField("results", stats.results());
                    json.writeNumberField("bytes", stats.bytes());
                    json.writeEndObject();
                  });
            });
  }

  private Operation forgetResults() {
    return Operation.of("DELETE", "/cache", Role.ADMIN)
        .named("clearCache", CACHE)
        .says(
            "Forgets all kept results, so that every command runs again",
            "Answers with how many there were.")
        .gives(200, "Cleared")
        .by(
            request -> {
              long cleared = service.upkeep().forgetResults(request.actor());
              Answers.json(
                  request,
                  json -> {
                    json.writeStartObject();
                    json.writeNumberField("results", cleared);
                    json.writeEndObject();
                  });
            });
  }
}
