package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.http.Receiver;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** HTTP requests of runs that are resumed, rerun, cancelled, imported or compute an input. */
@Timeout(120)
class HttpLaunchTest {

  @TempDir Path directory;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch gone = new CountDownLatch(1);
  private Receiver server;

  @BeforeEach
  void open() throws IOException {
    server = new Receiver();
    server.answer = Receiver.text("yes\n");
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private String origin() {
    return "http://127.0.0.1:" + server.port();
  }

  private EngineOptions options(boolean permitted) throws IOException {
    String policy =
        """
        principals:
          operator:
            http: ["%s"]
            http_private: ["%s"]
        """
            .formatted(origin(), origin().substring("http://".length()));
    Path file = Files.writeString(directory.resolve("policy.yaml"), permitted ? policy : "");
    return EngineOptions.at(directory.resolve("data")).withPolicyFile(file);
  }

  /** A recipe in which URL stands for the server. */
  private Recipe recipe(String rest) {
    String text = "{http: [{origin: \"URL\"}], " + rest + "}";
    return new RecipeReader().read(text.replace("URL", origin()), "ask.yaml");
  }

  private void hold() {
    server.answer =
        (socket, out) -> {
          asked.countDown();
          Receiver.silence().to(socket, out);
          gone.countDown();
        };
  }

  private void awaitAsked() throws InterruptedException {
    assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
  }

  private List<String> paths() {
    return server.sent.stream().map(each -> each.head().split(" ", 3)[1]).toList();
  }

  private RunId interruptedInRequest() throws Exception {
    Engine engine = Engine.open(options(true).withRecovery(Recovery.onRequest()));
    try {
      hold();
      Recipe recipe = recipe("template: ['curl -s URL/one', 'curl -s URL/two']");
      RunId id = engine.start(RunRequest.of(recipe).build()).id();
      awaitAsked();
      return id;
    } finally {
      engine.suspend();
    }
  }

  @Test
  void a_resumed_run_has_its_grants_and_asks_again_for_what_was_under_way() throws Exception {
    RunId id = interruptedInRequest();
    server.answer = Receiver.text("yes\n");
    int before = server.sent.size();
    try (Engine engine = Engine.open(options(true))) {
      RunResult result = engine.resumed().get(0).await();
      assertThat(result.run()).isEqualTo(id);
      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      assertThat(result.stdout().text()).isEqualTo("yes\n");
    }
    assertThat(paths().get(before - 1)).as("at least once").isEqualTo(paths().get(before));
  }

  @Test
  void a_resumed_run_is_denied_what_the_policy_no_longer_grants() throws Exception {
    RunId id = interruptedInRequest();
    int before = server.sent.size();
    try (Engine engine = Engine.open(options(false))) {
      RunResult result = engine.resumed().get(0).await();
      assertThat(result.run()).isEqualTo(id);
      assertThat(result.failures().get(0).outcome().word()).isEqualTo("http_denied");
    }
    assertThat(server.sent).hasSize(before);
  }

  @Test
  void a_rerun_has_the_grants_of_its_run() throws Exception {
    try (Engine engine = Engine.open(options(true))) {
      server.answer = Receiver.status(500);
      Recipe recipe =
          recipe(
              "template: [{failure: branch, template: 'echo one'}, {failure: branch, template:"
                  + " 'curl -sf URL/two'}]");
      RunResult first = engine.run(RunRequest.of(recipe).build());
      assertThat(first.status()).isEqualTo(RunStatus.FAILED);
      server.answer = Receiver.text("yes\n");
      RunResult again = engine.rerun(RerunRequest.of(first.run())).await();
      assertThat(again.status()).isEqualTo(RunStatus.DONE);
      assertThat(again.stdout().text()).isEqualTo("yes\n");
      assertThat(again.attempts())
          .extracting(RunResult.AttemptReport::origin)
          .containsExactly(LeafOrigin.REUSED, LeafOrigin.RAN);
      assertThat(engine.records().plan(again.run()).http())
          .isEqualTo(engine.records().plan(first.run()).http());
    }
  }

  @Test
  void a_cancelled_run_closes_its_connection() throws Exception {
    try (Engine engine = Engine.open(options(true))) {
      hold();
      RunHandle run = engine.start(RunRequest.of(recipe("template: 'curl -s URL/'")).build());
      awaitAsked();
      run.cancel();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(gone.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void requests_that_wait_for_their_quota_hold_no_worker() throws Exception {
    EngineOptions options = options(true).withWorkers(1);
    Files.writeString(
        directory.resolve("policy.yaml"), "    http_at_once: 1\n", StandardOpenOption.APPEND);
    hold();
    CountDownLatch begun = new CountDownLatch(3);
    try (Engine engine = Engine.open(options)) {
      RunHandle asking =
          engine.start(
              RunRequest.of(recipe("template: {parallel: true, repeat: 3, template: 'curl URL/'}"))
                  .listener(
                      event -> {
                        if (event instanceof RunEvent.AttemptStarted) {
                          begun.countDown();
                        }
                      })
                  .build());
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      awaitAsked();
      RunResult other = engine.run(RunRequest.of(recipe("template: echo other")).build());
      assertThat(other.stdout().text()).isEqualTo("other\n");
      assertThat(engine.records().attempts(asking.id())).as("nobody timed out for it").isEmpty();
      assertThat(server.sent).hasSize(1);
      asking.cancel();
      assertThat(asking.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  @Test
  void an_imported_recipe_asks_for_nothing_in_its_own_name() throws Exception {
    String bundle =
        """
        {"bundle": "a.json", "files": {
          "a.json": "{\\"imports\\": {\\"b\\": \\"./b.json\\"},%s \\"template\\": [{\\"name\\": \\"b\\"}]}",
          "b.json": "{\\"http\\": [{\\"origin\\": \\"URL\\"}], \\"template\\": \\"curl -s URL/\\"}"}}
        """
            .replace("URL", origin());
    try (Engine engine = Engine.open(options(true))) {
      Recipe recipe = new RecipeReader().read(bundle.formatted(""), "a.json");
      RunResult denied = engine.run(RunRequest.of(recipe).build());
      assertThat(denied.failures().get(0).outcome().word()).isEqualTo("http_denied");
      assertThat(denied.failures().get(0).outcome().detail())
          .contains("the recipe does not list it");
      assertThat(server.sent).isEmpty();
      String listed = " \\\"http\\\": [{\\\"origin\\\": \\\"" + origin() + "\\\"}],";
      recipe = new RecipeReader().read(bundle.formatted(listed), "a.json");
      assertThat(engine.run(RunRequest.of(recipe).build()).stdout().text()).isEqualTo("yes\n");
    }
  }

  @Test
  void a_computed_input_may_ask_as_its_recipe_may() throws Exception {
    try (Engine engine = Engine.open(options(true))) {
      Recipe recipe =
          recipe("compute: {word: 'curl -s URL/word'}, args: [word], template: 'echo {word}'");
      assertThat(engine.run(RunRequest.of(recipe).build()).stdout().text()).isEqualTo("yes\n");
      assertThat(paths()).containsExactly("/word");
    }
  }

  @Test
  void commands_that_a_command_runs_have_its_grants_and_no_others() throws Exception {
    try (Engine engine = Engine.open(options(true))) {
      Recipe recipe = recipe("template: \"sh -c 'curl -s URL/one | upper'\"");
      assertThat(engine.run(RunRequest.of(recipe).build()).stdout().text()).isEqualTo("YES\n");
      recipe = recipe("template: \"sh -c 'curl -s http://localhost:1/ || echo went on'\"");
      RunResult denied = engine.run(RunRequest.of(recipe).build());
      assertThat(denied.failures().get(0).outcome().exitCode()).isEqualTo(126);
      assertThat(denied.failures().get(0).stderr())
          .contains("GET http://localhost:1/ is not permitted");
      assertThat(denied.stdout().text()).as("sh stops at a denial").isEmpty();
      assertThat(paths()).containsExactly("/one");
    }
  }
}
