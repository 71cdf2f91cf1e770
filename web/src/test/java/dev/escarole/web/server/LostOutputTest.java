package dev.escarole.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.local.Installation;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A large output that is missing where it was kept is named by pages and REST. */
@Timeout(240)
class LostOutputTest {

  private static final String LOST = "of 588,895 bytes is missing in the output store";

  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir Path directory;

  private Engine engine;
  private WebServer server;
  private RunId run;

  @BeforeEach
  void start() throws Exception {
    engine =
        Engine.open(
            EngineOptions.at(directory.resolve("data"))
                .withOutputs(directory.resolve("outputs").toString()));
    server =
        WebServer.start(
            ServerOptions.local(0, "1"), new Installation(engine, InstantSource.system()));
    run =
        engine
            .run(RunRequest.of(new RecipeReader().read("\"seq 100000\"", "r.json")).build())
            .run();
  }

  @AfterEach
  void stop() {
    server.close();
    engine.close();
  }

  private void loseOutputs() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("outputs"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.endsWith("escarole-outputs")) {
          Files.delete(file);
        }
      }
    }
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(server.address().resolve(path)).build(), BodyHandlers.ofString());
  }

  @Test
  void a_lost_output_is_named_and_the_rest_of_the_run_is_shown() throws Exception {
    String output = "/api/v1/runs/" + run + "/output/stdout";
    assertThat(get(output).body()).hasSize(588_895);
    assertThat(get("/runs/" + run).body()).contains("first").doesNotContain(LOST);

    loseOutputs();
    HttpResponse<String> refused = get(output);
    assertThat(refused.statusCode()).isEqualTo(404);
    assertThat(refused.body())
        .contains("\"output-lost\"", LOST)
        .doesNotContain("Exception", directory.toString());
    assertThat(refused.headers().firstValue("Cache-Control").orElse(""))
        .doesNotContain("immutable");
    assertThat(refused.headers().firstValue("Content-Disposition")).isEmpty();

    HttpResponse<String> page = get("/runs/" + run);
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body())
        .contains("cannot be shown", LOST)
        .doesNotContain("Exception", directory.toString());
    String api = "/api/v1/runs/" + run;
    for (String path : List.of("/runs/" + run + "/log", api + "/log", api)) {
      HttpResponse<String> log = get(path);
      assertThat(log.statusCode()).as(path).isEqualTo(404);
      assertThat(log.body())
          .as(path)
          .contains(LOST)
          .doesNotContain("Exception", directory.toString());
    }
  }

  @Test
  void a_lost_input_is_named_where_it_is_asked_for_and_nowhere_else() throws Exception {
    RunRequest request =
        RunRequest.of(new RecipeReader().read("\"wc -c\"", "r.json"))
            .stdin(Content.of("x".repeat(300_000)))
            .build();
    run = engine.run(request).run();
    loseOutputs();
    HttpResponse<String> refused = get("/api/v1/runs/" + run + "/output/stdin");
    assertThat(refused.statusCode()).isEqualTo(404);
    assertThat(refused.body()).contains("\"output-lost\"", "of 300,000 bytes is missing");
    for (String path : List.of("/runs/" + run, "/api/v1/runs/" + run)) {
      HttpResponse<String> shown = get(path);
      assertThat(shown.statusCode()).as(path + shown.body()).isEqualTo(200);
      assertThat(shown.body()).as(path).contains("300000");
    }
  }

  @Test
  void damage_far_behind_the_beginning_breaks_the_answer_off() throws Exception {
    run =
        engine
            .run(RunRequest.of(new RecipeReader().read("\"seq 500000\"", "r.json")).build())
            .run();
    damageEnds();
    String api = "/api/v1/runs/" + run;
    // The beginning of a long answer was sent before its end was read.
    for (String path : List.of(api + "/output/stdout", api)) {
      assertThatThrownBy(() -> get(path)).as(path).isInstanceOf(IOException.class);
    }
    HttpResponse<String> page = get("/runs/" + run);
    assertThat(page.statusCode()).isEqualTo(200);
  }

  @Test
  void a_server_that_cannot_store_what_runs_do_says_so_until_it_can() throws Exception {
    assertThat(get("/health").body()).isEqualTo("ok\n");
    Path outputs = directory.resolve("outputs");
    Path elsewhere = directory.resolve("elsewhere");
    Files.move(outputs, elsewhere);
    Files.createFile(outputs);
    RunHandle waits =
        engine.start(RunRequest.of(new RecipeReader().read("\"seq 200000\"", "r.json")).build());
    HttpResponse<String> health = get("/health");
    for (; health.statusCode() == 200; health = get("/health")) {
      Thread.onSpinWait();
    }
    assertThat(health.statusCode()).isEqualTo(503);
    assertThat(health.body()).isEqualTo("what runs do cannot be stored now\n");
    assertThat(get("/api/v1/system/health").body()).contains("\"journal-paused\"");

    Files.delete(outputs);
    Files.move(elsewhere, outputs);
    assertThat(waits.await().status()).isEqualTo(RunStatus.DONE);
    while (get("/health").statusCode() != 200) {
      Thread.onSpinWait();
    }
  }

  private void damageEnds() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("outputs"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (Files.size(file) > 0) {
          byte[] bytes = Files.readAllBytes(file);
          bytes[bytes.length - 1] ^= 1;
          Files.write(file, bytes);
        }
      }
    }
  }
}
