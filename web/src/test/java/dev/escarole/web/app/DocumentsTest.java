package dev.escarole.web.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.recipe.RecipeChoice;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.LaunchedRun;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunPicture;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Replies are the same after they were written as JSON and read again. */
@SuppressWarnings("NullAway") // Requests hold null for what is not said, bytes too.
class DocumentsTest {

  private static final String RECIPE =
      """
      name: census
      template:
        parallel: true
        failure: continue
        template:
          - {label: a, template: echo hello}
          - {label: b, template: cat /nope}
      """;

  /** Otherwise a database that goes away meanwhile would look like a fault of the reply. */
  @Test
  void what_a_reply_reads_while_it_is_written_may_fail_and_is_told_as_it_is() {
    StoreException away = new StoreException("The database is away", null);
    List<String> reply =
        new AbstractList<>() {
          @Override
          public String get(int index) {
            throw away;
          }

          @Override
          public int size() {
            return 1;
          }
        };
    assertThatThrownBy(() -> Documents.bytes(reply)).isSameAs(away);
  }

  @Test
  void a_run_survives_being_written_and_read() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      Escarole escarole =
          new Installation(engine, Clock.systemUTC())
              .as(new Actor(Principal.localOperator(), "here", false));
      LaunchedRun launched = escarole.launch(launch());
      RunName name = new RunName(launched.head().run());
      try (Following following = escarole.follow(name, news -> {})) {
        following.await();
      }
      RunPicture run = escarole.run(name);

      byte[] json = Documents.bytes(run);
      RunPicture read = Documents.read(json, RunPicture.class);

      assertThat(Documents.bytes(read))
          .asString()
          .isEqualTo(new String(json, StandardCharsets.UTF_8));
      JsonNode document = new ObjectMapper().readTree(json);
      List<String> names = new ArrayList<>();
      for (Iterator<String> each = document.fieldNames(); each.hasNext(); ) {
        names.add(each.next());
      }
      assertThat(names)
          .containsExactly(
              "run",
              "recipe",
              "planHash",
              "status",
              "accepted",
              "startedAt",
              "durationMillis",
              "labels",
              "principal",
              "counts",
              "queue",
              "mainCauses",
              "exitCode",
              "stdout",
              "output",
              "losses",
              "lossCount",
              "readsFromFailure",
              "readsFromFailureCount",
              "resumed",
              "rerunOf",
              "error",
              "causes",
              "joins",
              "branches",
              "failures",
              "steps",
              "attempts",
              "handles");
      assertThat(document.path("status").asText()).isEqualTo("degraded");
      assertThat(document.at("/steps/1/status").asText()).isEqualTo("degraded");
      assertThat(document.at("/causes/0/count").asInt()).isEqualTo(1);
    }
  }

  private static LaunchRequest launch() {
    return new LaunchRequest(
        null,
        RecipeChoice.text(RECIPE, "recipe.yaml").text(),
        "recipe.yaml",
        Map.of(),
        List.of(),
        null,
        null,
        Map.of(),
        List.of(),
        false,
        null,
        null,
        null);
  }
}
