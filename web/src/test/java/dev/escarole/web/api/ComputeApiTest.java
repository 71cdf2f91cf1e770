package dev.escarole.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.api.ApiServer.Answer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Issue 11, B8: computed inputs over the API. */
@Timeout(300)
class ComputeApiTest {

  private static final String RECIPE =
      "{\"text\": \"compute: {n: seq 2}\\nrepeat: '{n.length}'\\ntemplate: echo {n[index]}\\n\"";

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
  void a_launch_computes_and_its_run_tells_how() throws Exception {
    Answer launched = server.ask("POST", "/api/v1/runs", RECIPE + "}").send();
    assertThat(launched.status()).isEqualTo(201);
    String run = launched.json().path("run").asText();
    server.await(run);
    Answer told = server.get("/runs/" + run);
    assertThat(told.json().path("computed").path(0).path("calls").path(0).path("argv").toString())
        .isEqualTo("[\"seq\",\"2\"]");
  }

  @Test
  void a_plan_needs_the_value_and_is_what_its_hash_launches() throws Exception {
    Answer plan = server.ask("POST", "/api/v1/recipes/plan", RECIPE + "}").send();
    assertThat(plan.status()).isEqualTo(422);
    assertThat(plan.text()).contains("not-computed").contains("by seq 2");
    Answer given =
        server.ask("POST", "/api/v1/recipes/plan", RECIPE + ", \"values\": {\"n\": [7]}}").send();
    assertThat(given.status()).isEqualTo(200);
  }

  @Test
  void a_failure_refuses_the_launch() throws Exception {
    String body = RECIPE.replace("seq 2", "cat /nope") + "}";
    Answer refused = server.ask("POST", "/api/v1/runs", body).send();
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.text()).contains("compute-failed");
  }
}
