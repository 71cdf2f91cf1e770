package dev.escarole.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.cli.CliHarness;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
          .contains("\"runs\":1");
      assertThat(get(server, "/metrics"))
          .contains("escarole_node_refuses 0.0", "escarole_node_clock_ahead_seconds");
      CliHarness cli = new CliHarness(directory);
      CliHarness.Call list = cli.call("nodes", "--db", database);
      assertThat(list.exit()).isZero();
      assertThat(list.text().lines()).as("who only looks is no node").hasSize(2);
      assertThat(list.text()).contains("alive", ProcessHandle.current().pid() + "@");
      assertThat(list.err()).contains("attention: ", "Synchronise the clocks");

      off.suspend();
      assertThat(get(server, "/system")).contains("dead");
      assertThat(cli.call("nodes", "--db", database, "--json").json().path("nodes"))
          .hasSize(2)
          .anySatisfy(node -> assertThat(node.path("alive").asBoolean()).isFalse());
    }
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
