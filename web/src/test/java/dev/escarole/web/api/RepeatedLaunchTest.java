package dev.escarole.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.api.ApiServer.Answer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Launches that are repeated because nobody knows whether they were heard. */
@Timeout(300)
class RepeatedLaunchTest {

  private static ApiServer server;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    server = ApiServer.open(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void a_launch_that_is_repeated_under_its_key_starts_nothing() throws Exception {
    String body = "{\"text\": \"template: echo once\"}";
    Answer first = launch(body, "key-1");
    Answer second = launch(body, "key-1");
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.json().path("run")).isEqualTo(first.json().path("run"));
    assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(first.header("Idempotent-Replayed")).isEmpty();
    Answer other = launch(body.replace("once", "twice"), "key-1");
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.code()).isEqualTo("key-taken");
    assertThat(launch(body, "key-2").json().path("run")).isNotEqualTo(first.json().path("run"));
    assertThat(launch(body, "a b").code()).isEqualTo("bad-key");
    Answer refused = launch("{\"recipe\": \"broken.yaml\"}", "key-3");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(launch(body, "key-3").status()).as("a refusal is not remembered").isEqualTo(201);
  }

  private static Answer launch(String body, String key) {
    return server.ask("POST", "/api/v1/runs", body).with("Idempotency-Key", key).send();
  }

  @Test
  void keys_of_launches_outlive_the_server(@TempDir Path directory) throws Exception {
    String body = "{\"recipe\": \"census\"}";
    String run;
    try (ApiServer first = ApiServer.open(directory)) {
      Answer answer = keyed(first, "/runs", body, "monday");
      run = answer.json().path("run").asText();
      first.await(run);
    }
    try (ApiServer second = ApiServer.open(directory)) {
      Answer again = keyed(second, "/runs", body, "monday");
      assertThat(again.status()).isEqualTo(201);
      assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
      assertThat(again.json().path("run").asText()).isEqualTo(run);
      Answer other = keyed(second, "/runs", "{\"recipe\": \"nap\"}", "monday");
      assertThat(other.status()).isEqualTo(422);
      assertThat(other.code()).isEqualTo("key-taken");
      assertThat(second.get("/audit/actions").text())
          .as("who did not start anything did nothing")
          .containsOnlyOnce("\"done\"");
      second.ask("DELETE", "/api/v1/runs/" + run).send();
      Answer anew = keyed(second, "/runs", body, "monday");
      assertThat(anew.header("Idempotent-Replayed")).isEmpty();
      second.await(anew.json().path("run").asText());
      String rerun = "/runs/" + anew.json().path("run").asText() + "/rerun";
      Answer one = keyed(second, rerun, "{}", "tuesday");
      second.await(one.json().path("run").asText());
      assertThat(keyed(second, rerun, "{}", "tuesday").json().path("run"))
          .isEqualTo(one.json().path("run"));
    }
  }

  private static Answer keyed(ApiServer server, String path, String body, String key) {
    return server.ask("POST", "/api/v1" + path, body).with("Idempotency-Key", key).send();
  }

  @Test
  void of_launches_at_once_under_one_key_one_starts_a_run() {
    List<CompletableFuture<String>> ids = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      ids.add(
          CompletableFuture.supplyAsync(
              () ->
                  launch("{\"text\": \"template: echo at-once\"}", "same")
                      .json()
                      .path("run")
                      .asText()));
    }
    assertThat(ids.stream().map(CompletableFuture::join).distinct()).hasSize(1);
  }
}
