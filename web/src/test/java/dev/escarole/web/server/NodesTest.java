package dev.escarole.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.node.NodeOptions;
import dev.escarole.engine.run.RunId;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.cli.CliHarness;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What people and programs learn about the nodes of a PostgreSQL. */
@Timeout(240)
class NodesTest {

  @TempDir Path directory;
  private EmbeddedPostgres postgres;
  private String database;

  @BeforeEach
  void startDatabase() throws IOException {
    postgres = EmbeddedPostgres.start();
    database = "postgresql://postgres:secret@localhost:%d/postgres".formatted(postgres.getPort());
  }

  @AfterEach
  void stopDatabase() throws IOException {
    postgres.close();
  }

  @Test
  void every_face_lists_the_nodes_and_says_what_is_wrong_with_them() throws Exception {
    InstantSource slow = () -> Instant.now().minus(Duration.ofSeconds(90));
    Engine off = Engine.open(options("off").withClock(slow));
    try (Engine here = Engine.open(options("here"));
        WebServer server =
            WebServer.start(
                ServerOptions.local(0, "1"), new Installation(here, InstantSource.system()))) {
      var unused = off.start(request());

      assertThat(get(server, "/system"))
          .contains("Something needs attention.", "s behind that of the database")
          .contains("claims no runs and fires no schedules", "this server")
          .containsPattern(">-(89|90|91)[.][0-9] s<")
          .contains("<caption>Nodes that use the database; this one first</caption>");
      assertThat(get(server, "/api/v1/system/nodes"))
          .contains("\"shared\":true", "\"own\":true", "\"alive\":true", "\"clockAheadMillis\":-")
          .contains("\"runs\":1", "\"elsewhere\":0", "\"forOthers\":0");
      assertThat(get(server, "/metrics"))
          .contains("escarole_node_refuses 0.0", "escarole_node_clock_ahead_seconds");
      CliHarness cli = new CliHarness(directory);
      CliHarness.Call list = cli.call("nodes", "--db", database);
      assertThat(list.exit()).isZero();
      assertThat(list.text().lines()).as("who only looks is no node").hasSize(2);
      assertThat(list.text()).contains("alive", ProcessHandle.current().pid() + "@");
      assertThat(list.text().lines())
          .as("busy, commands elsewhere and for others, claims, clock")
          .allMatch(line -> line.matches(".* 0/[0-9]+ +0 +0 +0 +[+-][0-9.]+ s .*"));
      assertThat(list.err()).contains("attention: ", "Synchronise the clocks");

      off.suspend();
      assertThat(get(server, "/system")).contains("dead");
      assertThat(cli.call("nodes", "--db", database, "--json").json().path("nodes"))
          .hasSize(2)
          .anySatisfy(node -> assertThat(node.path("alive").asBoolean()).isFalse());
    }
  }

  @Test
  void what_one_server_has_no_room_for_waits_for_another_and_can_be_cancelled_there()
      throws Exception {
    NodeOptions small = NodeOptions.DEFAULT.withCapacity(1);
    try (Engine one = Engine.open(options("one").withNode(small));
        Engine two = Engine.open(options("two").withNode(small));
        WebServer first = served(one);
        WebServer second = served(two)) {
      String here = launched(first);
      String there = launched(first);
      while (two.handle(new RunId(there)).isEmpty()) {
        Thread.onSpinWait();
      }
      assertThat(get(second, "/api/v1/runs/" + here)).contains("\"status\":\"running\"");

      String waits = launched(first);
      assertThat(get(second, "/api/v1/runs/" + waits)).contains("\"status\":\"queued\"");
      assertThat(get(second, "/api/v1/system/nodes"))
          .contains("\"unclaimed\":1", "\"capacity\":1", "\"interrupted\":0");
      assertThat(get(first, "/system")).contains("Waiting for a node", ">1 of 1<");
      assertThat(get(second, "/runs/" + waits))
          .contains("queued, for a node with room or for its recipe")
          .doesNotContain("interrupted", "started <time");
      assertThat(get(first, "/runs/" + waits)).contains("queued, for a node with room");
      CliHarness.Call list = new CliHarness(directory).call("nodes", "--db", database);
      assertThat(list.text()).contains(" 1/1 ");
      assertThat(list.err()).contains("1 run waits for a node that has room");

      for (WebServer asked : new WebServer[] {first, second}) {
        HttpResponse<String> branch =
            post(asked, "/api/v1/runs/" + waits + "/cancel", "{\"branch\": \"0\"}");
        assertThat(branch.statusCode()).isEqualTo(409);
        assertThat(branch.body())
            .contains("\"run-not-started\"", "run " + waits + " has not started")
            .contains("Cancel the whole run");
      }
      HttpResponse<String> elsewhere =
          post(first, "/api/v1/runs/" + there + "/cancel", "{\"branch\": \"0\"}");
      assertThat(elsewhere.body()).contains("\"run-is-elsewhere\"");
      assertThat(post(second, "/api/v1/runs/" + waits + "/cancel", "{}").statusCode())
          .isEqualTo(202);
      while (!one.records().run(new RunId(waits)).orElseThrow().status().isOver()) {
        Thread.onSpinWait();
      }
      assertThat(get(first, "/api/v1/runs/" + waits)).contains("\"status\":\"cancelled\"");
      assertThat(get(first, "/api/v1/system/nodes")).contains("\"unclaimed\":0");
      assertThat(get(second, "/metrics")).contains("escarole_node_claims 1.0");
    }
  }

  @Test
  void every_face_shows_the_labels_and_the_label_that_a_run_waits_for() throws Exception {
    NodeOptions labelled = NodeOptions.DEFAULT.withLabels(Set.of("fast", "big"));
    CliHarness cli = new CliHarness(directory);
    try (Engine one = Engine.open(options("one"));
        WebServer first = served(one)) {
      String waits = launched(first, "launch: {node: big}\\ntemplate: echo");
      String words = "waits for a node with the label big; none has it now";
      assertThat(get(first, "/runs/" + waits)).contains(words);
      assertThat(get(first, "/api/v1/runs/" + waits))
          .contains("\"nodeWait\":{\"label\":\"big\",\"nodes\":0}");
      assertThat(cli.call("runs", "show", waits, "--db", database).text()).contains(words);

      Engine two = Engine.open(options("two").withNode(labelled));
      while (!one.records().run(new RunId(waits)).orElseThrow().status().isOver()) {
        Thread.onSpinWait();
      }
      assertThat(get(first, "/system"))
          .contains(
              ">labels</span> <span class=\"tag\">big</span> <span class=\"tag\">fast</span>");
      assertThat(get(first, "/api/v1/system/nodes"))
          .contains("\"labels\":[\"big\",\"fast\"]", "\"labels\":[]");
      assertThat(cli.call("nodes", "--db", database).text()).contains(" big,fast\n");
      two.suspend();
    }
  }

  private static WebServer served(Engine engine) {
    return WebServer.start(
        ServerOptions.local(0, "1"), new Installation(engine, InstantSource.system()));
  }

  private static String launched(WebServer server) throws Exception {
    return launched(server, "delay: 3600000\\ntemplate: echo");
  }

  private static String launched(WebServer server, String recipe) throws Exception {
    String body = "{\"text\": \"" + recipe + "\"}";
    String answer = post(server, "/api/v1/runs", body).body();
    return answer.replaceFirst("(?s).*?\"run\":\"([^\"]+)\".*", "$1");
  }

  private static HttpResponse<String> post(WebServer server, String path, String body)
      throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(server.address().resolve(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
  }

  @Test
  void without_a_server_a_data_directory_has_no_node() {
    CliHarness cli = new CliHarness(directory);
    assertThat(cli.call("run", cli.file("r.yaml", "template: echo\n")).exit()).isZero();
    CliHarness.Call list = cli.call("nodes");
    assertThat(list.exit()).isZero();
    assertThat(list.text()).isEmpty();
    assertThat(list.err()).contains("no node uses ");
  }

  private EngineOptions options(String data) {
    return EngineOptions.at(directory.resolve(data)).withDatabase(database);
  }

  private static RunRequest request() {
    String recipe = "{\"delay\": 3600000, \"template\": \"echo\"}";
    return RunRequest.of(new RecipeReader().read(recipe, "test.json")).build();
  }

  private static String get(WebServer server, String path)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(server.address().resolve(path)).build(), BodyHandlers.ofString())
        .body();
  }
}
