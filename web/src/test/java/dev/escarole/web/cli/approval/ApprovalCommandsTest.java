package dev.escarole.web.cli.approval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run in the foreground that waits, and what is done about it from elsewhere. */
@Timeout(120)
class ApprovalCommandsTest {

  @TempDir Path directory;
  private CliHarness cli;

  @BeforeEach
  void files() {
    cli = new CliHarness(directory);
    cli.file(
        "release.yaml",
        "[echo draft, {await: approval, label: release, show: 'Release it?', timeout: 3600000}, cat]");
    cli.file("build.yaml", "[{await: callback, label: build}, cat]");
  }

  private CompletableFuture<Call> running(String file, Object... more) {
    Object[] args = new Object[2 + more.length];
    args[0] = "run";
    args[1] = directory.resolve(file);
    System.arraycopy(more, 0, args, 2, more.length);
    CompletableFuture<Call> run = CompletableFuture.supplyAsync(() -> cli.call(args));
    // Within one process the database would let a second engine in while the first one opens it.
    while (!Files.exists(cli.data().resolve("escarole.sock"))) {
      assertThat(run).as(() -> run.join().err()).isNotDone();
    }
    return run;
  }

  /** The first step that waits, as soon as there is one. */
  private JsonNode waiting() {
    while (true) {
      Call call = cli.call("approvals", "--json");
      if (call.exit() == 0 && !call.json().path("awaits").isEmpty()) {
        return call.json().path("awaits").get(0);
      }
      Thread.onSpinWait();
    }
  }

  @Test
  void run_says_how_to_answer_and_goes_on_when_it_is_approved() {
    CompletableFuture<Call> run = running("release.yaml");
    JsonNode await = waiting();
    String id = await.path("run").asText();
    assertThat(await.path("show").asText()).isEqualTo("Release it?");
    assertThat(cli.call("approvals").text())
        .contains(id)
        .contains("0.1")
        .contains("release: Release it?");
    Call shown = cli.call("runs", "show", "last");
    assertThat(shown.text() + shown.err()).contains("waiting").contains("awaiting");
    Call approved = cli.call("approve", "last", "release", "--comment", "fine");
    assertThat(approved.exit()).as(approved.err()).isZero();
    assertThat(approved.err()).contains("step 0.1 of run " + id + " is approved");
    Call done = run.join();
    assertThat(done.exit()).isZero();
    assertThat(done.text()).isEqualTo("draft\n");
    assertThat(done.err())
        .contains("awaiting")
        .contains("answer with: escarole approve " + id + " 0.1")
        .doesNotContain("callback");
    Call twice = cli.call("approve", id, "0.1");
    assertThat(twice.exit()).isEqualTo(2);
    assertThat(twice.err()).contains("does not wait any more: approved by operator");
    assertThat(cli.call("approvals").err()).contains("nothing waits");
    assertThat(cli.call("approvals", id).text())
        .containsPattern("approved by operator at [-: 0-9]+: fine");
    JsonNode of = cli.call("approvals", id, "--json").json().path("awaits").get(0);
    assertThat(of.path("decisions").get(0).path("comment").asText()).isEqualTo("fine");
    assertThat(of.path("input").asText()).isEqualTo("draft\n");
  }

  @Test
  void rejected_run_fails_with_exit_status_1() {
    CompletableFuture<Call> run = running("release.yaml");
    String id = waiting().path("run").asText();
    assertThat(cli.call("reject", id, "0.1", "--comment", "no\u001b[31m").exit()).isZero();
    Call failed = run.join();
    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.err()).contains("rejected by operator: no").doesNotContain("\u001b[31m");
  }

  @Test
  void callback_prints_an_address_and_nothing_else() {
    CompletableFuture<Call> run = running("build.yaml");
    String id = waiting().path("run").asText();
    Call address = cli.call("callback", id, "build");
    assertThat(address.text())
        .matches("/api/v1/callbacks/" + id + "\\.1\\.1\\.[0-9A-Za-z_-]{43}\n");
    assertThat(cli.call("approve", id, "build").exit()).isEqualTo(2);
    assertThat(cli.call("runs", "cancel", id).exit()).isZero();
    assertThat(run.join().exit()).isEqualTo(130);
    assertThat(cli.call("callback", id, "build").err()).contains("cancelled");
  }

  @Test
  void plan_shows_what_a_step_waits_for_in_every_format() {
    Path file = directory.resolve("release.yaml");
    assertThat(cli.call("plan", file).text())
        .contains("release: await approval 'Release it?' [timeout 3600000 ms]");
    JsonNode step = cli.call("plan", file, "--format", "json").json().path("steps").get(2);
    assertThat(step.path("await").asText()).isEqualTo("approval");
    assertThat(step.path("approvals").asInt()).isEqualTo(1);
    assertThat(cli.call("plan", file, "--format", "dot").text()).contains("octagon");
    assertThat(cli.call("plan", file, "--format", "mermaid").text()).contains("[/\"0.1 release");
    assertThat(cli.call("validate", file).exit()).isZero();
  }
}
