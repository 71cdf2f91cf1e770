package dev.escarole.web.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.Principal;
import dev.escarole.web.app.run.RunName;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** For whom a process asks another one of the same user, and who else may say so: nobody. */
class ActorHeaderTest {

  private static Twins twins;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    twins = new Twins(directory);
  }

  @AfterAll
  static void stop() throws IOException {
    twins.close();
  }

  private static HttpResponse<String> post(String path, String body) throws Exception {
    Actor mallory = new Actor(new Principal("mallory", false), "elsewhere", true);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(twins.server.address() + path))
            .header("Content-Type", "application/json")
            .header(ActorHeader.NAME, ActorHeader.of(mallory))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void a_server_that_others_can_reach_does_not_believe_it() throws Exception {
    HttpResponse<String> launched = post("/api/v1/runs", "{\"text\": \"template: echo x\"}");
    assertThat(launched.statusCode()).isEqualTo(201);
    String run = Documents.mapper().readTree(launched.body()).path("run").asText();
    assertThat(twins.local.head(new RunName(run)).principal()).isEqualTo("operator");
  }

  @Test
  void what_guests_ask_beside_the_verbs_is_no_part_of_a_server() throws Exception {
    assertThat(post(AgentSupport.QUOTA_PATH + "?principal=ci", "").statusCode()).isEqualTo(404);
    assertThat(post(AgentSupport.LINES_PATH, "{}").statusCode()).isEqualTo(404);
  }

  @Test
  void it_holds_any_name() {
    Actor actor = new Actor(new Principal("Zoë\r\nX: y", false), "agent ä", true, true);
    String value = ActorHeader.of(actor);
    assertThat(value).matches("[A-Za-z0-9_=-]+");
    assertThat(ActorHeader.actor(value)).isEqualTo(actor);
    assertThatThrownBy(() -> ActorHeader.actor("e30")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ActorHeader.actor("?")).isInstanceOf(IllegalArgumentException.class);
  }
}
