package dev.escarole.web.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handles on the command line: validate and handle show. */
class HandleCommandTest {
  private static final String COMMIT =
      """
      name: commit
      handle: command
      command: git
      parameters:
        type: object
        properties:
          message: {type: string}
          files: {type: array, items: {type: string}}
          depth: {type: integer}
        required: [message]
      arguments:
        $encode: args
        commit:
          - -m: {$: message}
            --depth=: {$: depth}
          - --: {$: files}
      directory: repo
      environment: {LANG: C}
      io: {stdin: "{{message}}", stderr: ignore}
      """;

  private CliHarness cli;
  private Path handle;

  @BeforeEach
  void setUp(@TempDir Path directory) {
    cli = new CliHarness(directory);
    handle = cli.file("commit.yaml", COMMIT);
  }

  @Test
  void show_prints_each_part_and_who_wrote_it() {
    Call call =
        cli.call(
            "handle",
            "show",
            handle,
            "--arg",
            "message=Fix; rm -rf /",
            "--arg",
            "files=[\"-rf\"]",
            "--arg",
            "depth=-5");
    assertThat(call.err()).isEmpty();
    assertThat(call.exit()).isZero();
    assertThat(call.text().lines().map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly(
            "command literal git",
            "argument literal commit",
            "argument literal -m",
            "argument dynamic Fix; rm -rf /",
            "argument mixed --depth=-5",
            "argument literal --",
            "argument dynamic -rf",
            "directory literal repo",
            "variable literal LANG=C",
            "stdin 13 bytes",
            "stdout pipe, utf8",
            "stderr ignore, utf8");
  }

  @Test
  void show_prints_json() {
    Path arguments = cli.file("call.json", "{\"message\": \"a b\"}");
    JsonNode call = cli.call("handle", "show", handle, "--args", arguments, "--json").json();
    assertThat(call.path("arguments").findValuesAsText("text"))
        .containsExactly("commit", "-m", "a b");
    assertThat(call.path("arguments").path(2).path("provenance").asText()).isEqualTo("dynamic");
    assertThat(call.path("environment").path("LANG").path("text").asText()).isEqualTo("C");
    assertThat(call.path("io").path("stdin").asText()).isEqualTo("YSBi");
  }

  @Test
  void a_call_that_does_not_fit_is_a_mistake_of_the_user() {
    Call missing = cli.call("handle", "show", handle);
    assertThat(missing.exit()).isEqualTo(2);
    assertThat(missing.err()).contains("error[bad-arguments]").contains("message");
    Call injected = cli.call("handle", "show", handle, "--arg", "message=-F/etc/passwd", "--json");
    assertThat(injected.exit()).isEqualTo(2);
    assertThat(injected.json().path("errors").path(0).path("code").asText())
        .isEqualTo("args-flag-injection");
    assertThat(cli.call("handle", "show", handle, "--arg", "message").exit()).isEqualTo(2);
    assertThat(cli.call("handle", "show", handle, "--arg", "a=1", "--arg", "a=2").exit())
        .isEqualTo(2);
    assertThat(cli.call("handle", "show", handle, "--arg", "message=m", "--arg", "depth=x").err())
        .contains("/depth");
  }

  @Test
  void handle_alone_is_a_mistake() {
    assertThat(cli.call("handle").exit()).isEqualTo(2);
  }

  @Test
  void validate_knows_handles() {
    Path bad =
        cli.file("bad.json", "{\"name\": \"t\", \"handle\": \"command\",\n \"command\": \"./x\"}");
    Path recipe = cli.file("recipe.yaml", "template: echo\n");
    Call call = cli.call("validate", handle, bad, recipe);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err())
        .contains("bad.json:2:13: error[command-name]")
        .contains("3 files: 2 errors, 0 warnings");
    assertThat(cli.call("validate", "--unknown-commands", "fail-step", handle).exit()).isZero();
  }
}
