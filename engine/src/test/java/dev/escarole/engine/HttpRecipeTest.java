package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.http.Receiver;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanFormat;
import dev.escarole.engine.plan.PlanPrinter;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.http.HttpRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Recipes whose commands make HTTP requests. */
@Timeout(120)
class HttpRecipeTest {

  private static final Path WEATHER = Path.of("../samples/recipes/weather");
  private static final String PLACE = "localhost:8731";

  @TempDir Path directory;

  private Receiver server;

  @BeforeEach
  void open() throws IOException {
    server = new Receiver();
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  /** The sample's own text, with the port of this server. */
  private String sample(String file) throws IOException {
    return Files.readString(WEATHER.resolve(file)).replace(PLACE, "127.0.0.1:" + server.port());
  }

  private Engine engine(String policy) throws IOException {
    Path file = Files.writeString(directory.resolve("policy.yaml"), policy);
    return Engine.open(EngineOptions.inMemory().withPolicyFile(file));
  }

  private static Recipe recipe(String text) {
    return new RecipeReader().read(text, "weather.yaml");
  }

  private void answerAsStations() {
    AtomicInteger north = new AtomicInteger();
    server.answer =
        (socket, out) -> {
          String line =
              server.sent.get(server.sent.size() - 1).head().lines().findFirst().orElse("");
          Receiver.Answer answer = Receiver.status(500);
          if (line.contains("/south")) {
            answer = Receiver.text("{\"temperature\": 8}");
          } else if (line.contains("/north")) {
            answer =
                north.getAndIncrement() == 0
                    ? Receiver.status(503)
                    : Receiver.text("{\"temperature\": 3.5}");
          }
          answer.to(socket, out);
        };
  }

  @Test
  void two_of_three_stations_are_enough_for_the_weather() throws Exception {
    answerAsStations();
    try (Engine engine = engine(sample("policy.yaml"))) {
      RunResult result = engine.run(RunRequest.of(recipe(sample("recipe.yaml"))).build());
      assertThat(result.stdout().text()).isEqualTo("north: 3.5\nsouth: 8\nmean of 2: 5.75\n");
      assertThat(result.status().word()).isEqualTo("degraded");
      assertThat(engine.records().plan(result.run()).http())
          .as("as stored")
          .containsExactly(
              new HttpRule(
                  "http://127.0.0.1:" + server.port(),
                  List.of("/north", "/south", "/lake"),
                  List.of("GET", "HEAD")));
      assertThat(engine.audit().calls(AuditQuery.latest(100)))
          .filteredOn(each -> each.entry().command().equals("http:request"))
          .hasSize(server.sent.size())
          .allSatisfy(
              each -> assertThat(each.entry().caller().run()).isEqualTo(result.run().value()));
    }
  }

  @Test
  void without_the_policy_a_step_is_denied_with_a_reason() throws Exception {
    try (Engine engine = engine("principals: {ci: {allow: true, commands: [curl]}}")) {
      String origin = "http://127.0.0.1:" + server.port();
      Recipe recipe =
          recipe("{http: [{origin: \"" + origin + "\"}], template: \"curl -s " + origin + "/\"}");
      RunResult result =
          engine.run(RunRequest.of(recipe).principal(new Principal("ci", false)).build());
      assertThat(result.status().word()).isEqualTo("failed");
      assertThat(result.failures().get(0).outcome().word()).isEqualTo("http_denied");
      assertThat(result.failures().get(0).outcome().detail())
          .contains(origin)
          .contains("the operator's policy does not grant it to 'ci'");
      assertThat(server.sent).isEmpty();
    }
  }

  @Test
  void without_the_recipe_a_step_is_denied_though_the_policy_grants_it() throws Exception {
    try (Engine engine = engine(sample("policy.yaml"))) {
      String url = server.url("/north");
      RunResult result =
          engine.run(RunRequest.of(recipe("{template: \"curl -s " + url + "\"}")).build());
      assertThat(result.failures().get(0).outcome().word()).isEqualTo("http_denied");
      assertThat(result.failures().get(0).outcome().detail())
          .contains("the recipe does not list it");
    }
  }

  @Test
  void the_plan_shows_what_is_asked_for_and_its_hash_depends_on_it() throws Exception {
    String text = sample("recipe.yaml");
    try (Engine engine = engine("")) {
      Plan plan = engine.plan(RunRequest.of(recipe(text)).build());
      Plan other = engine.plan(RunRequest.of(recipe(text.replace("[/north, ", "["))).build());
      assertThat(plan.hash()).isNotEqualTo(other.hash());
      StringBuilder tree = new StringBuilder();
      PlanPrinter.print(plan, PlanFormat.TREE, List.of(), tree);
      assertThat(tree)
          .contains("asks for GET,HEAD http://127.0.0.1:" + server.port() + " /north /south /lake");
      StringBuilder json = new StringBuilder();
      PlanPrinter.print(plan, PlanFormat.JSON, List.of(), json);
      assertThat(json).contains("\"http\"");
    }
  }
}
