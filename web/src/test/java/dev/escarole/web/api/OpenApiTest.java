package dev.escarole.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.OutboxAccess;
import dev.escarole.engine.Recovery;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.schedule.Schedules;
import dev.escarole.engine.store.audit.LineEntry;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.api.ApiServer.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Holds the server to the document that describes it: every operation, every answer. */
@Timeout(300)
class OpenApiTest {

  private ApiServer server;
  private JsonNode document;
  private String interrupted;
  private Schedules schedules;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    interrupted = interruptedRun(directory.resolve("data"));
    Files.createDirectories(directory.resolve("recipes"));
    Files.writeString(
        directory.resolve("recipes/yearly.yaml"),
        "name: yearly\nschedule: {cron: \"@yearly\"}\ntemplate: echo\n");
    Files.writeString(
        directory.resolve("data/notify.yaml"), "channels: {log: {file: told.jsonl}}\n");
    server = ApiServer.open(directory);
    schedules = server.schedules(1);
    document = server.get("/openapi.json").json();
  }

  @AfterEach
  void stop() {
    schedules.close();
    server.close();
  }

  private static String interruptedRun(Path data) throws Exception {
    CompletableFuture<String> begun = new CompletableFuture<>();
    CompletableFuture<RunHandle> run = new CompletableFuture<>();
    Engine engine = Engine.open(EngineOptions.at(data).withRecovery(Recovery.onRequest()));
    try {
      run.complete(
          engine.start(
              RunRequest.of(new RecipeReader().read("\"sleep 0.3\"", "t.json"))
                  .listener(
                      event -> {
                        if (event instanceof RunEvent.StepChanged change
                            && change.state() == StepState.RUNNING) {
                          begun.complete(event.run().value());
                          // It stays here until the engine is suspended.
                          run.join().result().handle((result, suspended) -> true).join();
                        }
                      })
                  .build()));
      String id = begun.get();
      engine.flush();
      return id;
    } finally {
      engine.suspend();
    }
  }

  @Test
  void it_is_of_version_3_1_and_every_reference_and_id_is_sound() {
    assertThat(document.path("openapi").asText()).isEqualTo("3.1.0");
    assertThat(document.path("info").path("version").asText()).isEqualTo("1.2.3");
    for (JsonNode reference : document.findValues("$ref")) {
      String pointer = reference.asText().substring(1);
      assertThat(document.at(pointer).isMissingNode()).as(pointer).isFalse();
    }
    List<String> ids = new ArrayList<>();
    document.findValues("operationId").forEach(id -> ids.add(id.asText()));
    assertThat(ids).doesNotHaveDuplicates().isNotEmpty();
    document
        .path("components")
        .path("schemas")
        .fieldNames()
        .forEachRemaining(
            name ->
                assertThat(document.toString()).contains("#/components/schemas/" + name + "\""));
  }

  @Test
  void an_answer_that_does_not_fit_its_schema_is_found() {
    assertThat(errors("#/components/schemas/Health", "{\"status\": \"ok\"}")).isEmpty();
    assertThat(errors("#/components/schemas/Health", "{\"status\": \"bad\"}")).isNotEmpty();
    assertThat(errors("#/components/schemas/Health", "{\"status\": \"ok\", \"x\": 1}"))
        .isNotEmpty();
  }

  @Test
  void every_operation_answers_as_the_document_says() throws Exception {
    Map<String, Supplier<Answer>> calls = calls();
    TreeSet<String> described = new TreeSet<>();
    document.findValues("operationId").forEach(id -> described.add(id.asText()));
    assertThat(calls.keySet()).containsExactlyInAnyOrderElementsOf(described);
    for (Map.Entry<String, Supplier<Answer>> call : calls.entrySet()) {
      JsonNode operation = operation(call.getKey());
      Answer answer = call.getValue().get();
      String status = "" + answer.status();
      assertThat(status).as(call.getKey() + " " + answer.text()).startsWith("2");
      check(call.getKey(), operation, answer);
    }
  }

  @Test
  void every_operation_refuses_as_the_document_says() throws Exception {
    for (Map.Entry<String, Supplier<Answer>> call : refusals().entrySet()) {
      Answer answer = call.getValue().get();
      assertThat(answer.status()).as(call.getKey() + " " + answer.text()).isBetween(400, 499);
      check(call.getKey(), operation(call.getKey()), answer);
      assertThat(answer.json().path("hint").asText()).as(answer.text()).isNotEmpty();
      assertThat(answer.json().path("status").asInt()).isEqualTo(answer.status());
    }
  }

  private JsonNode operation(String id) {
    for (JsonNode path : document.path("paths")) {
      for (JsonNode operation : path) {
        if (operation.path("operationId").asText().equals(id)) {
          return operation;
        }
      }
    }
    throw new AssertionError("no operation " + id);
  }

  /** The answer's status and type are described, and its content fits the schema. */
  private void check(String id, JsonNode operation, Answer answer) {
    JsonNode described = operation.path("responses").path("" + answer.status());
    assertThat(described.isMissingNode()).as(id + " may answer " + answer.status()).isFalse();
    String type = answer.header("Content-Type").replaceAll(";.*", "");
    JsonNode content = described.path("content").path(type);
    assertThat(content.isMissingNode()).as(id + " may answer with " + type).isFalse();
    if (!type.endsWith("json")) {
      return;
    }
    String reference = content.path("schema").path("$ref").asText();
    assertThat(errors(reference, answer.text())).as(id + " " + answer.text()).isEmpty();
  }

  private List<String> errors(String reference, String text) {
    // The document's own schemas, in a schema that asks for one of them.
    String whole =
        "{\"$ref\": \"" + reference + "\", \"components\": " + document.path("components") + "}";
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(whole, InputFormat.JSON);
    return schema.validate(text, InputFormat.JSON, context -> {}).stream()
        .map(Object::toString)
        .toList();
  }

  private void filesOfRun(Map<String, Supplier<Answer>> calls, String run) {
    calls.put("listRunFiles", () -> server.get("/runs/" + run + "/files"));
    calls.put("getRunFile", () -> server.get("/runs/" + run + "/files/given-0"));
    calls.put("listWorkspace", () -> server.get("/runs/" + run + "/workspace"));
    calls.put("getWorkspaceFile", () -> server.get("/runs/" + run + "/workspace/file?path=f"));
  }

  private void partsOfRun(Map<String, Supplier<Answer>> calls, String run, String query) {
    calls.put("getRunTimeline", () -> server.get("/runs/" + run + "/timeline"));
    calls.put("getRunOrigin", () -> server.get("/runs/" + run + "/origin"));
    calls.put("listStepErrors", () -> server.get("/runs/" + run + "/errors?path=0.0.1"));
    calls.put("getRunFamily", () -> server.get("/runs/" + run + "/family" + query));
    calls.put("compareRuns", () -> server.get("/runs/" + run + "/compare/" + run + "?only=all"));
    String recipes = "/runs/" + run + "/difference/recipe?other=" + run;
    calls.put("getTextDifference", () -> server.get(recipes));
    calls.put("getRunLog", () -> server.get("/runs/" + run + "/log?limit=1"));
    calls.put("listCauses", () -> server.get("/runs/" + run + "/causes?step=0.0"));
    calls.put("getJoinText", () -> server.get("/runs/" + run + "/joins/0.0/text"));
    calls.put("getWho", () -> server.get("/system/who" + query));
  }

  private Map<String, Supplier<Answer>> calls() throws Exception {
    String other = server.run("{\"recipe\": \"census\"}");
    String done =
        server.run("{\"recipe\": \"census\", \"values\": {\"who\": \"me\"}, \"labels\": [\"a\"]}");
    Map<String, Supplier<Answer>> calls = new LinkedHashMap<>();
    calls.put("listRecipes", () -> server.get("/recipes?history=true&limit=2"));
    calls.put("getRecipe", () -> server.get("/recipes/census?history=true"));
    calls.put("listRecipeVersions", () -> server.get("/recipe-versions/census"));
    calls.put(
        "getInputs",
        () ->
            server.post("/recipes/inputs", "{\"recipe\": \"census\", \"values\": {\"who\": []}}"));
    calls.put(
        "validateRecipe",
        () -> server.post("/recipes/validate", "{\"text\": \"template: 'echo'\\nnmae: x\"}"));
    calls.put("planRecipe", () -> server.post("/recipes/plan", "{\"recipe\": \"census\"}"));
    calls.put("testRecipe", () -> server.post("/recipes/test", "{\"recipe\": \"census\"}"));
    calls.put("listRuns", () -> server.get("/runs?limit=1"));
    calls.put("getRun", () -> server.get("/runs/" + done));
    calls.put("getRunHead", () -> server.get("/runs/" + done + "/head"));
    partsOfRun(calls, done, "");
    filesOfRun(
        calls,
        server.run(
            """
            {"text": "{\\"template\\": [\\"cat {a}\\", \\"tee f\\"]}", "files": {"a": "given"}}
            """));
    calls.put("getRunPlan", () -> server.get("/runs/" + done + "/plan"));
    calls.put("listSteps", () -> server.get("/runs/" + done + "/steps?limit=2"));
    calls.put("getStep", () -> server.get("/runs/" + done + "/steps/0.0.1"));
    calls.put("listJoins", () -> server.get("/runs/" + done + "/joins"));
    calls.put("getJoin", () -> server.get("/runs/" + done + "/joins/0.0"));
    calls.put("getJoinText", () -> server.get("/runs/" + done + "/joins/0.0/text"));
    calls.put("getRunTimeline", () -> server.get("/runs/" + done + "/timeline"));
    calls.put("getRunOrigin", () -> server.get("/runs/" + done + "/origin"));
    calls.put("getRunOutput", () -> server.get("/runs/" + done + "/output/stdout"));
    calls.put(
        "getAttemptOutput", () -> server.get("/runs/" + done + "/steps/0.0.1/attempts/1/stderr"));
    calls.put("getStepTail", this::runningTail);
    calls.put(
        "deleteRuns", () -> server.post("/runs/delete", "{\"runs\": [\"%s\"]}".formatted(other)));
    putChanges(calls, done);
    putFilters(calls);
    putApprovals(calls);
    return calls;
  }

  private void putApprovals(Map<String, Supplier<Answer>> calls) {
    calls.put("listApprovals", () -> server.get("/approvals?run=" + waiting("approval")));
    calls.put(
        "approveStep",
        () -> server.post("/runs/" + waiting("approval") + "/steps/0/approve", "{}"));
    calls.put(
        "rejectStep",
        () ->
            server.post(
                "/runs/" + waiting("approval") + "/steps/ask/reject", "{\"comment\": \"no\"}"));
    calls.put(
        "getCallback", () -> server.get("/runs/" + waiting("callback") + "/steps/0/callback"));
    calls.put("answerCallback", this::answered);
  }

  private Answer answered() {
    String run = waiting("callback");
    String address =
        server.get("/runs/" + run + "/steps/0/callback").json().path("address").asText();
    return server.askBytes("POST", address, new byte[] {-1, 0, 10}).send();
  }

  private String waiting(String kind) {
    String run = server.launch("{\"text\": \"await: " + kind + "\\nlabel: ask\\ntimeout: 60000\"}");
    while (server.get("/approvals?run=" + run).json().path("awaits").isEmpty()) {
      Thread.onSpinWait();
    }
    return run;
  }

  private void putFilters(Map<String, Supplier<Answer>> calls) {
    String filter = "{\"name\": \"failed\", \"query\": \"status=failed\"}";
    calls.put("saveFilter", () -> server.post("/filters", filter));
    calls.put("listFilters", () -> server.get("/filters"));
    calls.put("deleteFilter", () -> server.post("/filters/delete", "{\"name\": \"failed\"}"));
  }

  private void putChanges(Map<String, Supplier<Answer>> calls, String done) {
    calls.put("launchRun", () -> server.post("/runs", "{\"text\": \"\\\"echo x\\\"\"}"));
    calls.put(
        "cancelRun",
        () -> server.post("/runs/" + server.launch("{\"recipe\": \"nap\"}") + "/cancel", "{}"));
    calls.put("previewRerun", () -> server.post("/runs/" + done + "/rerun/preview", "{}"));
    calls.put("rerunRun", () -> server.post("/runs/" + done + "/rerun", "{\"scope\": \"failed\"}"));
    calls.put(
        "resumeRun", () -> server.ask("POST", "/api/v1/runs/" + interrupted + "/resume").send());
    calls.put("deleteRun", () -> server.ask("DELETE", "/api/v1/runs/" + done).send());
    calls.put("resumeRuns", () -> server.post("/runs/resume", "{}"));
    calls.put("pruneRuns", () -> server.post("/runs/prune", "{\"keep\": 0, \"dryRun\": true}"));
    calls.put("listNotifications", () -> server.get("/notifications?state=dead&limit=2"));
    calls.put(
        "resendNotification",
        () -> server.post("/notifications/" + deadDelivery() + "/resend", "{}"));
    calls.put("testChannel", () -> server.post("/notifications/channels/log/test", "{}"));
    calls.put("getInbox", () -> server.get("/inbox"));
    calls.put("retryFile", () -> server.post("/inbox/retry", "{\"file\": \"failed.csv\"}"));
    calls.put("getCache", () -> server.get("/cache"));
    calls.put("clearCache", () -> server.ask("DELETE", "/api/v1/cache").send());
    calls.put("watchRuns", () -> server.get("/runs/events"));
    calls.put("watchRun", () -> server.get("/runs/" + interrupted + "/events"));
    calls.put("listCommands", () -> server.get("/commands?details=true"));
    calls.put("getCommand", () -> server.get("/commands/echo"));
    calls.put("getCommandHelp", () -> server.get("/commands/sort/help"));
    calls.put(
        "execCommand",
        () -> server.post("/commands/echo/exec", "{\"arguments\": [\"a b\", \"$HOME\"]}"));
    calls.put("putCommand", this::addCommand);
    BuildCalls.put(calls, server);
    calls.put("deleteCommand", () -> server.ask("DELETE", "/api/v1/commands/mine").send());
    calls.put("listSchedules", () -> server.get("/schedules?next=1"));
    calls.put("listComingRuns", () -> server.get("/schedules/coming?hours=2"));
    calls.put("getScheduleHistory", () -> server.get("/schedules/history/yearly?limit=3"));
    String schedule = "{\"schedule\": \"yearly\"}";
    calls.put("pauseSchedule", () -> server.post("/schedules/pause", schedule));
    calls.put("resumeSchedule", () -> server.post("/schedules/resume", schedule));
    calls.put("runSchedule", () -> server.post("/schedules/run", schedule));
    calls.put(
        "backfillSchedule",
        () ->
            server.post(
                "/schedules/backfill",
                "{\"schedule\": \"yearly\", \"from\": \"2025-01-01T00:00:00Z\", \"until\":"
                    + " \"2026-01-02T00:00:00Z\"}"));
    calls.put("listAudit", this::auditWithALine);
    calls.put("listCalls", () -> server.get("/audit/calls?limit=1"));
    calls.put("listActions", () -> server.get("/audit/actions?limit=1"));
    calls.put(
        "runShellLine",
        () -> server.post("/shell", "{\"line\": \"echo b a | wc -w\", \"stdin\": \"x\"}"));
    calls.put("getPolicy", () -> server.get("/policy?principal=ci"));
    calls.put("getHealth", () -> server.get("/system/health"));
    calls.put("getSystem", () -> server.get("/system"));
    calls.put("listNodes", () -> server.get("/system/nodes"));
    calls.put("getFigures", () -> server.get("/system/figures"));
    calls.put("getWho", () -> server.get("/system/who"));
  }

  /** While the command runs, for only then there is something to describe. */
  private Answer runningTail() {
    String id = server.launch("{\"text\": \"\\\"sleep 20\\\"\"}");
    Answer answer = server.get("/runs/" + id + "/steps/0/tail");
    while (answer.json().path("running").isNull()) {
      answer = server.get("/runs/" + id + "/steps/0/tail");
    }
    server.post("/runs/" + id + "/cancel", "{}");
    return answer;
  }

  private Answer auditWithALine() {
    server
        .engine()
        .audit()
        .record(
            new LineEntry(
                Instant.now(),
                new LineEntry.Sender("robot", null),
                "help; x",
                "",
                new LineEntry.Ending("INJECTION_BLOCKED", true, 0)));
    return server.get("/audit?limit=3");
  }

  private Answer addCommand() {
    return server
        .askBytes("PUT", "/api/v1/commands/mine?mode=argv", upper())
        .with("Content-Type", "application/wasm")
        .send();
  }

  static byte[] upper() {
    try (InputStream in = BuiltInCommands.class.getResourceAsStream("builtin/upper.wasm")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String deadDelivery() {
    String recipe = "{\"notify\": {\"on\": \"done\", \"to\": \"no\"}, \"template\": \"true\"}";
    Recipe told = new RecipeReader().read(recipe, "t.json");
    try {
      String run = server.engine().run(RunRequest.of(told).build()).run().value();
      OutboxAccess.outbox(server.engine()).giveUp("no", Instant.now(), "no channel is named no");
      return run + "-done-no";
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Map<String, Supplier<Answer>> refusals() throws Exception {
    String done = server.run("{\"recipe\": \"census\"}");
    Map<String, Supplier<Answer>> calls = new LinkedHashMap<>();
    calls.put("listRecipes", () -> server.get("/recipes?limit=0"));
    calls.put("getRecipe", () -> server.get("/recipes/cencus"));
    calls.put("listRecipeVersions", () -> server.get("/recipe-versions/census?to=abcdefabc"));
    calls.put("validateRecipe", () -> server.post("/recipes/validate", "{\"recipe\": \"no\"}"));
    calls.put("getInputs", () -> server.post("/recipes/inputs", "{}"));
    calls.put("testRecipe", () -> server.post("/recipes/test", "{\"recipe\": \"no\"}"));
    calls.put(
        "planRecipe",
        () -> server.post("/recipes/plan", "{\"recipe\": \"census\", \"values\": {\"wo\": 1}}"));
    calls.put("listRuns", () -> server.get("/runs?status=don"));
    calls.put("getRun", () -> server.get("/runs/20000101-000000-aaaaaa"));
    calls.put("getRunHead", () -> server.get("/runs/x/head"));
    partsOfRun(calls, "x", "?x");
    filesOfRun(calls, done);
    calls.put("listRunFiles", () -> server.get("/runs/x/files"));
    calls.put("listWorkspace", () -> server.get("/runs/" + done + "/workspace?path=.."));
    calls.put("getRunPlan", () -> server.get("/runs/x/plan"));
    calls.put("listSteps", () -> server.get("/runs/" + done + "/steps?parent=7"));
    calls.put("getStep", () -> server.get("/runs/" + done + "/steps/0.0.7"));
    calls.put("listJoins", () -> server.get("/runs/nothing/joins"));
    calls.put("getJoin", () -> server.get("/runs/" + done + "/joins/0.1"));
    calls.put("getRunOutput", () -> server.get("/runs/" + done + "/output/sdtout"));
    calls.put(
        "getAttemptOutput", () -> server.get("/runs/" + done + "/steps/0.1/attempts/9/stdout"));
    calls.put("getStepTail", () -> server.get("/runs/" + done + "/steps/0.0.1/tail?stdout=-1"));
    calls.put("listNotifications", () -> server.get("/notifications?state=gone"));
    calls.put("resendNotification", () -> server.post("/notifications/nothing/resend", "{}"));
    calls.put("testChannel", () -> server.post("/notifications/channels/opps/test", "{}"));
    putRefusedChanges(calls, done);
    return calls;
  }

  private void putRefusedChanges(Map<String, Supplier<Answer>> calls, String done) {
    calls.put("listApprovals", () -> server.get("/approvals?run=nothing"));
    calls.put("approveStep", () -> server.post("/runs/" + done + "/steps/0.1/approve", "{}"));
    calls.put("rejectStep", () -> server.post("/runs/" + done + "/steps/0.9/reject", "{}"));
    calls.put("getCallback", () -> server.get("/runs/" + done + "/steps/0.1/callback"));
    calls.put("answerCallback", () -> server.post("/callbacks/nothing", "{}"));
    calls.put("launchRun", () -> server.post("/runs", "{\"recipe\": \"broken\"}"));
    calls.put("cancelRun", () -> server.post("/runs/" + done + "/cancel", "{}"));
    calls.put(
        "previewRerun",
        () -> server.post("/runs/" + done + "/rerun/preview", "{\"scope\": \"from\"}"));
    calls.put("rerunRun", () -> server.post("/runs/" + done + "/rerun", "{\"scope\": \"from\"}"));
    calls.put("resumeRun", () -> server.ask("POST", "/api/v1/runs/" + done + "/resume").send());
    calls.put(
        "deleteRun",
        () ->
            server.ask("DELETE", "/api/v1/runs/" + server.launch("{\"recipe\": \"nap\"}")).send());
    calls.put("resumeRuns", () -> server.ask("POST", "/api/v1/runs/resume?all=1").send());
    calls.put("deleteRuns", () -> server.post("/runs/delete", "{\"runs\": []}"));
    calls.put("pruneRuns", () -> server.post("/runs/prune", "{\"dryRun\": true}"));
    calls.put("getInbox", () -> server.get("/inbox?limit=1"));
    calls.put("retryFile", () -> server.post("/inbox/retry", "{\"file\": \"none.csv\"}"));
    calls.put("getCache", () -> server.get("/cache?limit=1"));
    calls.put("clearCache", () -> server.ask("DELETE", "/api/v1/cache?all=true").send());
    calls.put("watchRun", () -> server.get("/runs/20000101-000000-aaaaaa/events"));
    calls.put(
        "listCommands",
        () -> server.ask("GET", "/api/v1/commands").with("Accept", "text/html").send());
    calls.put("getCommand", () -> server.get("/commands/ecko"));
    calls.put("getCommandHelp", () -> server.get("/commands/ecko/help"));
    calls.put("execCommand", () -> server.post("/commands/ecko/exec", "{}"));
    BuildCalls.wrong(calls, server);
    calls.put(
        "putCommand",
        () ->
            server
                .askBytes("PUT", "/api/v1/commands/echo", upper())
                .with("Content-Type", "application/wasm")
                .send());
    calls.put("deleteCommand", () -> server.ask("DELETE", "/api/v1/commands/echo").send());
    calls.put("listSchedules", () -> server.get("/schedules?next=101"));
    calls.put("listComingRuns", () -> server.get("/schedules/coming?hours=0"));
    calls.put("getScheduleHistory", () -> server.get("/schedules/history/yeerly"));
    calls.put("pauseSchedule", () -> server.post("/schedules/pause", "{}"));
    calls.put("resumeSchedule", () -> server.post("/schedules/resume", "{}"));
    calls.put("runSchedule", () -> server.post("/schedules/run", "{\"schedule\": \"no\"}"));
    calls.put(
        "backfillSchedule", () -> server.post("/schedules/backfill", "{\"schedule\": \"yearly\"}"));
    calls.put("listAudit", () -> server.get("/audit?kind=lines"));
    calls.put("listCalls", () -> server.get("/audit/calls?limit=0"));
    calls.put("listActions", () -> server.get("/audit/actions?cursor=zzz"));
    calls.put("runShellLine", () -> server.post("/shell", "{}"));
    calls.put("getPolicy", () -> server.get("/policy?principle=ci"));
    calls.put("getHealth", () -> server.get("/system/health?deep=1"));
    calls.put("getSystem", () -> server.get("/system?x"));
    calls.put("listNodes", () -> server.get("/system/nodes?x"));
    calls.put("getFigures", () -> server.get("/system/figures?x"));
  }
}
