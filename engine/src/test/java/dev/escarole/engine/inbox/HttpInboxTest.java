package dev.escarole.engine.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.http.Receiver;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.StoredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of an inbox whose recipes make HTTP requests. */
@Timeout(120)
class HttpInboxTest {

  @TempDir Path temporary;

  @Test
  void a_dropped_recipe_asks_for_what_it_lists_and_the_policy_grants() throws Exception {
    try (Receiver server = new Receiver()) {
      server.answer = Receiver.text("yes\n");
      String place = "127.0.0.1:" + server.port();
      Path policy =
          Files.writeString(
              temporary.resolve("policy.yaml"),
              "principals: {operator: {http: [\"http://%s/granted\"], http_private: [\"%s\"]}}"
                  .formatted(place, place));
      EngineOptions options = EngineOptions.inMemory().withPolicyFile(policy);
      try (Dropbox box = new Dropbox(temporary.resolve("inbox"), options)) {
        String recipe = "http: [{origin: \"http://%s\"}]\ntemplate: curl -s http://%s%s\n";
        box.drop("a.yaml", recipe.formatted(place, place, "/granted/x"));
        box.drop("b.yaml", recipe.formatted(place, place, "/other"));
        box.complete();
        assertThat(box.runs())
            .extracting(StoredRun::recipe, StoredRun::status)
            .containsExactlyInAnyOrder(
                tuple("a.yaml", RunStatus.DONE), tuple("b.yaml", RunStatus.FAILED));
        assertThat(server.sent)
            .singleElement()
            .satisfies(each -> assertThat(each.head()).startsWith("GET /granted/x "));
      }
    }
  }
}
