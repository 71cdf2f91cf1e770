package dev.escarole.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.escarole.web.app.Role;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What REST tells of the runs and versions of a recipe, of reruns, waits and the disk. */
@Timeout(240)
class RecipeHistoryApiTest {

  @TempDir private Path directory;

  @Test
  void a_recipe_tells_how_its_runs_did_by_day_and_how_long_they_took() throws Exception {
    try (ApiServer server = ApiServer.open(directory)) {
      JsonNode never = server.get("/recipes/nap?history=true").json();
      assertThat(never.path("history").path("counted").asInt()).isZero();
      assertThat(never.path("history").path("slowDurationMillis").isNull()).isTrue();
      assertThat(never.path("calendar").path("days")).isEmpty();
      assertThat(server.get("/recipes/census").json().has("calendar")).isFalse();

      String before = LocalDate.now(ZoneOffset.UTC).toString();
      String run = server.run("{\"recipe\": \"census\"}");
      JsonNode once = server.get("/recipes/census?history=true").json();
      long took = server.get("/runs/" + run + "/head").json().path("durationMillis").asLong();
      JsonNode history = once.path("history");
      assertThat(history.path("successRate").asDouble()).as("degraded is no success").isZero();
      assertThat(history.path("degradedRate").asDouble()).isOne();
      assertThat(history.path("medianDurationMillis").asLong()).isEqualTo(took);
      assertThat(history.path("slowDurationMillis").asLong()).isEqualTo(took);
      JsonNode day = once.path("calendar").path("days").path(0);
      assertThat(day.path("date").asText()).isGreaterThanOrEqualTo(before);
      assertThat(day.path("runs").toString()).isEqualTo("{\"degraded\":1}");
      assertThat(day.path("planned").asInt()).isZero();
    }
  }

  @Test
  void versions_are_told_with_their_runs_and_two_are_compared() throws Exception {
    try (ApiServer server = ApiServer.open(directory)) {
      assertThat(server.get("/recipe-versions/cencus").status()).isEqualTo(404);
      server.run("{\"recipe\": \"census\"}");
      String text = ApiServer.CENSUS.replace("hello {who} {mode}", "hi {who}");
      server.run("{\"text\": " + quoted(text) + ", \"fileName\": \"c.yaml\"}");

      JsonNode versions = server.get("/recipe-versions/census").json().path("versions");
      assertThat(versions).hasSize(2);
      assertThat(versions.get(0).path("standing").asText()).isEqualTo("in-force");
      assertThat(versions.get(0).path("runs").asInt()).isOne();
      assertThat(versions.get(1).path("standing").asText()).isEqualTo("earlier");
      String from = versions.get(1).path("version").asText().substring(0, 12);
      JsonNode difference =
          server.get("/recipe-versions/census?from=" + from).json().path("difference");
      assertThat(difference.path("added").asInt()).isOne();
      assertThat(difference.path("removed").asInt()).isOne();
      assertThat(difference.path("hunks")).hasSize(1);
      JsonNode hunk = difference.path("hunks").path(0);
      assertThat(hunk.path("fromLine").asInt()).isEqualTo(5);
      assertThat(hunk.path("lines").findValuesAsText("kind"))
          .containsExactly("same", "same", "same", "removed", "added", "same", "same");
      assertThat(server.get("/recipe-versions/census?from=abc").code())
          .isEqualTo("no-such-version");
    }
  }

  private static String quoted(String text) {
    return new TextNode(text).toString();
  }

  @Test
  void a_preview_names_the_branches_that_a_rerun_runs_again() throws Exception {
    try (ApiServer server = ApiServer.open(directory)) {
      String run = server.run("{\"recipe\": \"census\"}");
      JsonNode preview =
          server
              .post("/runs/" + run + "/rerun/preview", "{\"scope\": \"failed\", \"path\": \"fan\"}")
              .json();
      assertThat(preview.path("fresh").asInt()).isEqualTo(2);
      assertThat(preview.path("reused").asInt()).isOne();
      assertThat(preview.path("freshSteps").findValuesAsText("path"))
          .containsExactly("0.0.1", "0.1");
      JsonNode join = preview.path("joins").path(0);
      assertThat(join.path("branches").asInt()).isEqualTo(2);
      assertThat(join.path("again").asInt()).isOne();
      assertThat(join.path("names").toString()).isEqualTo("[\"bad\"]");
    }
  }

  @Test
  void the_system_tells_its_queues_and_what_the_data_directory_uses() {
    try (ApiServer server = ApiServer.withTokens(directory)) {
      JsonNode system = server.ask("GET", "/api/v1/system").as(Role.VIEWER).send().json();
      assertThat(system.path("work").path("queuedRuns").asInt()).isZero();
      assertThat(system.path("work").path("oldestQueuedMillis").isNull()).isTrue();
      JsonNode storage = system.path("storage");
      assertThat(storage.path("freeBytes").asLong()).isPositive();
      assertThat(storage.path("parts").findValuesAsText("kind")).contains("database");
      assertThat(server.ask("GET", "/api/v1/recipe-versions/census").send().status())
          .isEqualTo(401);
    }
  }
}
