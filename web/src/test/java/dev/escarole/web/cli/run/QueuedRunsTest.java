package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is seen of queued runs and of full queues, by every face of a server. */
@Timeout(120)
class QueuedRunsTest {

  private static final String RULE = "name: nightly\nlaunch: {at_once: 1, queue: 2%s}\n";

  private final HttpClient client = HttpClient.newHttpClient();
  private Engine engine;
  private WebServer server;
  private CliHarness cli;

  @BeforeEach
  void start(@TempDir Path directory) {
    Limits wide = Limits.defaults().withWallClock(Duration.ofHours(1));
    engine = Engine.open(EngineOptions.inMemory().withLimits(wide));
    server =
        WebServer.start(
            ServerOptions.local(0, "1"), new Installation(engine, InstantSource.system()));
    cli = new CliHarness(directory).env("ESCAROLE_SERVER", server.address().toString());
  }

  @AfterEach
  void stop() {
    server.close();
    engine.close();
  }

  private static String recipe(String more, String template) {
    return RULE.formatted(more) + "template: " + template + "\n";
  }

  private RunHandle hold() {
    String text = recipe("", "sleep 3600");
    return engine.start(RunRequest.of(new RecipeReader().read(text, "n.yaml")).build());
  }

  private HttpResponse<String> launch(String text, String more) throws Exception {
    String body = new ObjectMapper().writeValueAsString(text);
    return send(
        HttpRequest.newBuilder(server.address().resolve("/api/v1/runs"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"text\": " + body + more + "}")));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private String get(String path) throws Exception {
    URI address = server.address().resolve(path);
    return send(HttpRequest.newBuilder(address)).body();
  }

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text);
  }

  @Test
  void queued_run_has_its_place_in_rest_on_pages_and_on_the_command_line() throws Exception {
    RunHandle first = hold();
    String second = json(launch(recipe("", "echo hi"), "").body()).path("run").asText();
    HttpResponse<String> urgent = launch(recipe("", "echo hi"), ", \"priority\": 7");
    assertThat(urgent.statusCode()).isEqualTo(201);
    assertThat(json(urgent.body()).path("queue").path("place").asInt()).isEqualTo(1);

    JsonNode head = json(get("/api/v1/runs/" + second));
    assertThat(head.path("status").asText()).isEqualTo("queued");
    assertThat(head.path("queue").path("place").asInt()).isEqualTo(2);
    assertThat(head.path("queue").path("queued").asInt()).isEqualTo(2);
    assertThat(head.path("queue").path("atOnce").asInt()).isEqualTo(1);
    assertThat(json(get("/api/v1/runs?status=queued")).path("runs")).hasSize(2);
    assertThat(json(get("/api/v1/runs?status=running")).path("runs")).hasSize(1);

    String words = "queued at place 2 of 2, because 1 run is allowed at once";
    assertThat(get("/runs/" + second)).contains("state queued").contains(words);
    assertThat(get("/runs")).contains(words);
    assertThat(get("/runs?status=queued"))
        .as("no time passes before it starts")
        .contains(second)
        .doesNotContain("data-since");
    assertThat(cli.call("runs", "list", "--status", "queued").text()).contains(second);
    assertThat(cli.call("runs", "show", second).text()).contains(": queued");

    assertThat(cli.call("runs", "cancel", second).exit()).isZero();
    RunId next = new RunId(json(urgent.body()).path("run").asText());
    RunHandle last = engine.handle(next).orElseThrow();
    first.cancel();
    assertThat(last.await().status()).isEqualTo(RunStatus.DONE);
  }

  @Test
  void full_queue_is_answered_with_429_and_when_to_come_again() throws Exception {
    RunHandle unused = hold();
    launch(recipe("", "echo a"), "");
    launch(recipe("", "echo b"), "");
    HttpResponse<String> refused = launch(recipe("", "echo c"), "");
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("10");
    JsonNode problem = json(refused.body());
    assertThat(problem.path("code").asText()).isEqualTo("queue-full");
    assertThat(problem.path("retryAfterSeconds").asInt()).isEqualTo(10);
    assertThat(problem.path("title").asText())
        .isEqualTo("one run of 'nightly' is allowed at once, and 2 more are already queued");
    assertThat(json(get("/api/v1/runs")).path("runs")).hasSize(3);

    Call call = cli.call("run", cli.file("n.yaml", recipe("", "echo d")));
    assertThat(call.exit()).isEqualTo(75);
    assertThat(call.err())
        .contains("error: one run of 'nightly' is allowed at once")
        .contains("hint: Nothing was stored. Try again in about 10s.");
  }

  @Test
  void run_that_expires_says_so_on_every_face() throws Exception {
    RunHandle unused = hold();
    Path file = cli.file("n.yaml", recipe(", deadline: 1s", "echo late"));
    Call call = cli.call("run", file, "--priority", "3");
    assertThat(call.exit()).isEqualTo(5);
    assertThat(call.err())
        .contains("queued at place 1 of 1")
        .contains(": expired")
        .contains("it did not start within its deadline of 1s");
    String run = cli.call("runs", "show", "last", "--json").json().path("run").asText();
    assertThat(engine.records().run(new RunId(run)).orElseThrow().status())
        .isEqualTo(RunStatus.EXPIRED);
    assertThat(get("/runs/" + run))
        .contains("state expired")
        .contains("it did not start within its deadline of 1s");
    assertThat(cli.call("run", file, "--priority", "101").exit()).isEqualTo(2);
  }
}
