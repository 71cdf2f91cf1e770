package dev.escarole.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.database.DatabaseAddress;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.RunName;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** While the database is away a server says so, and it goes on by itself when it is back. */
@Timeout(240)
class DatabaseAwayTest {

  private final HttpClient client = HttpClient.newHttpClient();
  private EmbeddedPostgres postgres;
  private Line line;
  private Engine engine;
  private WebServer server;

  @BeforeEach
  void start(@TempDir Path directory) throws IOException {
    postgres = EmbeddedPostgres.start();
    line = new Line(postgres.getPort());
    engine =
        Engine.open(
            EngineOptions.at(directory)
                .withDatabase(
                    DatabaseAddress.of(
                        "postgresql://postgres:secret@localhost:%d/postgres"
                            .formatted(line.port()))));
    server =
        WebServer.start(
            ServerOptions.local(0, "1"), new Installation(engine, InstantSource.system()));
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    engine.suspend();
    line.close();
    postgres.close();
  }

  @Test
  void everything_is_answered_503_in_words_and_comes_back() throws Exception {
    assertThat(launch().statusCode()).isEqualTo(201);
    for (var run : engine.running()) {
      run.await();
    }
    String run = engine.records().find("last").orElseThrow().value();
    assertThat(get("/runs/" + run).statusCode()).isEqualTo(200);
    line.cut();
    // All at once, as each of them is kept waiting before it is told that the database is away.
    var answers = new TreeMap<String, CompletableFuture<HttpResponse<String>>>();
    List<String> programs =
        List.of("/api/v1/runs", "/api/v1/runs/" + run, "/api/v1/system/health", "/api/v1/cache");
    programs.forEach(path -> answers.put(path, ask(path)));
    List<String> pages = List.of("/runs", "/runs/" + run, "/audit");
    pages.forEach(path -> answers.put(path, ask(path)));
    HttpResponse<String> launch = launch();
    for (String path : programs) {
      HttpResponse<String> answer = Objects.requireNonNull(answers.get(path)).get();
      assertThat(answer.statusCode()).as(path + answer.body()).isEqualTo(503);
      assertThat(answer.headers().firstValue("Retry-After")).as(path).hasValue("5");
      assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
      assertThat(answer.body()).as(path).contains("\"database-away\"").doesNotContain("Exception");
    }
    for (String path : pages) {
      HttpResponse<String> page = Objects.requireNonNull(answers.get(path)).get();
      assertThat(page.statusCode()).as(path).isEqualTo(503);
      assertThat(page.headers().firstValue("Retry-After")).as(path).hasValue("5");
      assertThat(page.body())
          .as(path)
          .contains("The database does not answer")
          .doesNotContain("Exception");
    }
    assertThat(launch.statusCode()).as(launch.body()).isEqualTo(503);
    assertThat(get("/api/v1/commands").statusCode()).as("asks no database").isEqualTo(200);
    line.mend();
    while (get("/api/v1/system/health").statusCode() != 200) {
      Thread.onSpinWait();
    }
    assertThat(get("/runs/" + run).statusCode()).isEqualTo(200);
    HttpResponse<String> again = launch();
    assertThat(again.statusCode()).as(again.body()).isEqualTo(201);
    for (var each : engine.running()) {
      assertThat(each.await().status()).isEqualTo(RunStatus.DONE);
    }
  }

  @Test
  void a_run_that_is_under_way_waits_for_the_database_and_is_done() throws Exception {
    var handle =
        engine.start(
            RunRequest.of(
                    new RecipeReader().read("[\"sleep 0.2\", \"echo a\", \"sleep 0.2\"]", "r.json"))
                .build());
    line.cut();
    assertThat(get("/api/v1/runs").statusCode()).isEqualTo(503);
    line.mend();
    assertThat(handle.await().status()).isEqualTo(RunStatus.DONE);
  }

  @Test
  void who_follows_the_run_of_another_node_outlasts_a_database_that_is_away(@TempDir Path elsewhere)
      throws Exception {
    EngineOptions direct =
        EngineOptions.at(elsewhere)
            .withDatabase(
                DatabaseAddress.of(
                    "postgresql://postgres:secret@localhost:%d/postgres"
                        .formatted(postgres.getPort())));
    try (Engine other = Engine.open(direct)) {
      var handle =
          other.start(RunRequest.of(new RecipeReader().read("\"sleep 600\"", "r.json")).build());
      other.flush();
      Escarole escarole = new Installation(engine, InstantSource.system()).as(Actor.SERVER);
      try (Following following = escarole.follow(new RunName(handle.id().value()), unused -> {})) {
        line.cut();
        // Each look waits for as long as those of who follows.
        for (int i = 0; i < 2; i++) {
          assertThatThrownBy(() -> engine.interrupted()).isInstanceOf(StoreException.class);
        }
        assertThat(following.end()).isNotDone();
        line.mend();
        handle.cancel();
        assertThat(following.await().status()).isEqualTo(RunStatus.CANCELLED);
      }
    }
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(request(path), BodyHandlers.ofString());
  }

  private CompletableFuture<HttpResponse<String>> ask(String path) {
    return client.sendAsync(request(path), BodyHandlers.ofString());
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(server.address().resolve(path)).build();
  }

  private HttpResponse<String> launch() throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(server.address().resolve("/api/v1/runs"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"text\": \"\\\"echo x\\\"\"}"))
            .build(),
        BodyHandlers.ofString());
  }
}
