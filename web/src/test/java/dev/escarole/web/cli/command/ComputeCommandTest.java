package dev.escarole.web.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Issue 11, B8: computed inputs on the command line. */
class ComputeCommandTest {

  private static final String RECIPE =
      "{compute: {files: 'find /data -name *.json'}, parallel: true, repeat: '{files.length}',"
          + " template: 'cat {files[index]}'}";

  @TempDir Path files;
  private CliHarness cli;
  private Path recipe;
  private String grant;

  @BeforeEach
  void write(@TempDir Path directory) throws IOException {
    cli = new CliHarness(directory);
    recipe = cli.file("each.yaml", RECIPE);
    Files.writeString(files.resolve("a.json"), "one\n");
    Files.writeString(files.resolve("b.json"), "two\n");
    grant = files + "::/data:ro";
  }

  @Test
  void a_run_computes_and_show_tells_how() {
    Call run = cli.call("run", recipe, "--dir", grant, "--json");
    assertThat(run.exit()).isZero();
    assertThat(run.json().path("branches")).hasSize(2);
    JsonNode computed = run.json().path("computed");
    assertThat(computed).hasSize(1);
    assertThat(computed.path(0).path("name").asText()).isEqualTo("files");
    assertThat(computed.path(0).path("calls").path(0).path("argv").toString())
        .isEqualTo("[\"find\",\"/data\",\"-name\",\"*.json\"]");
    assertThat(computed.path(0).path("calls").path(0).path("exitCode").asInt()).isZero();
    assertThat(computed.path(0).path("bytes").asInt()).isEqualTo(26);
    Call show = cli.call("runs", "show", "last", "--json");
    assertThat(show.json().path("computed")).isEqualTo(computed);
    assertThat(cli.call("runs", "show", "last").text())
        .contains("computed files by find /data -name '*.json': 26 bytes");
  }

  @Test
  void a_failure_refuses_the_launch_and_leaves_no_run() {
    Call run = cli.call("run", recipe);
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .contains("each.yaml:1:19: error[compute-failed]")
        .contains("'find /data -name '*.json'' exited with code 1");
    assertThat(cli.call("runs", "list", "--json").json().path("runs")).isEmpty();
  }

  @Test
  void a_plan_names_the_command_until_it_is_given_the_value() {
    Call plan = cli.call("plan", recipe);
    assertThat(plan.exit()).isEqualTo(2);
    assertThat(plan.err())
        .contains(
            "error[not-computed]: 'files' is computed when the run is launched, by find /data")
        .contains("--set files=");
    Call given = cli.call("plan", recipe, "--set", "files=[\"/data/x\"]");
    assertThat(given.exit()).isZero();
    assertThat(given.text()).contains("cat /data/x");
  }

  @Test
  void validate_looks_into_entries() {
    assertThat(cli.call("validate", recipe).exit()).isZero();
    Path unknown = cli.file("unknown.yaml", "{compute: {a: [ls, nosuch]}, template: 'echo {a}'}");
    Call call = cli.call("validate", unknown);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("unknown-command").contains("nosuch");
    Path handle =
        cli.file("handle.yaml", "{compute: {a: {handle: {name: x}}}, template: 'echo {a}'}");
    assertThat(cli.call("validate", handle).exit()).isEqualTo(2);
  }

  @Test
  void what_a_program_prints_steers_no_terminal() throws IOException {
    Files.writeString(files.resolve("evil"), "\u001b]0;title\u0007x");
    Path evil =
        cli.file(
            "evil.yaml", "{args: ['n:int'], compute: {n: cat /data/evil}, template: 'echo {n}'}");
    Call call = cli.call("run", evil, "--dir", grant);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("compute-failed").doesNotContain("\u001b", "\u0007");
  }
}
