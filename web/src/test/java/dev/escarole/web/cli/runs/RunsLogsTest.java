package dev.escarole.web.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code runs logs}: each line with its step. */
@Timeout(300)
class RunsLogsTest {

  private Path directory;
  private CliHarness cli;

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    directory = temporary;
    cli = new CliHarness(directory);
  }

  private void run(String yaml) {
    assertThat(cli.call("run", cli.file("r.yaml", yaml), "-q", "--lenient").exit()).isZero();
  }

  @Test
  void each_line_has_its_step_and_the_errors_are_marked() {
    run("failure: continue\ntemplate: [seq 1 2, {label: look, template: cat /none}]\n");
    assertThat(cli.call("runs", "logs", "last").text())
        .isEqualTo("0.0 seq | 1\n0.0 seq | 2\n0.1 look ! cat: /none: No such file or directory\n");
    assertThat(cli.call("runs", "logs", "last", "--stream", "stdout").text())
        .isEqualTo("0.0 seq | 1\n0.0 seq | 2\n");
    assertThat(cli.call("runs", "logs", "last", "--branch", "look", "--follow").text())
        .startsWith("0.1 look ! cat");
    Call wrong = cli.call("runs", "logs", "last", "--branch", "loook");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("has no step 'loook'");
    assertThat(cli.call("runs", "logs", "last", "--stream", "out").exit()).isEqualTo(2);
    assertThat(cli.call("runs", "logs", "20000101-000000-aaaaaa").exit()).isEqualTo(2);
  }

  @Test
  void json_is_one_object_on_each_line() throws Exception {
    run("{parallel: true, repeat: 450, template: 'echo {index}'}");
    String text = cli.call("runs", "logs", "last", "--json").text();
    assertThat(text.lines()).hasSize(450);
    JsonNode first = new ObjectMapper().readTree(text.lines().findFirst().orElseThrow());
    assertThat(first.path("stream").asText()).isEqualTo("stdout");
    assertThat(first.path("text").asText() + first.path("path").asText())
        .matches("(\\d+)\n0\\.0\\.\\1|(\\d+)\n0\\.\\2");
  }

  @Test
  void what_is_not_text_is_said_to_be_so() {
    run("template: \"printf '\\\\000\\\\001\\\\002'\"\n");
    assertThat(cli.call("runs", "logs", "last").text())
        .isEqualTo("0 printf | (not text: 3 bytes)\n");
  }

  @Test
  void a_run_that_goes_on_is_followed_to_its_end() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.at(cli.data()));
        WebServer server =
            WebServer.start(
                ServerOptions.local(0, "test"), new Installation(engine, InstantSource.system()))) {
      cli.env("ESCAROLE_SERVER", server.address().toString());
      RunHandle run =
          engine.start(
              RunRequest.of(
                      new RecipeReader()
                          .read("{parallel: true, template: [echo one, sleep 600]}", "t.yaml"))
                  .build());
      CompletableFuture<Call> followed =
          CompletableFuture.supplyAsync(() -> cli.call("runs", "logs", "last", "--follow"));
      while (!cli.call("runs", "logs", "last").text().contains("one")) {
        Thread.onSpinWait();
      }
      assertThat(followed).isNotDone();
      run.cancel();
      assertThat(followed.get().text()).contains("| one\n");
      assertThat(followed.get().exit()).isZero();
    }
  }
}
