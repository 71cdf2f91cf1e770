package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.cli.CliHarness.Call;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that runs nothing: plan, validate, commands, help and mistakes. */
class OtherCommandsTest {

  private Path directory;
  private CliHarness cli;

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    directory = temporary;
    cli = new CliHarness(directory);
  }

  @Test
  void a_schema_may_have_keywords_of_its_own() {
    Path handle =
        cli.file(
            "h.json",
            """
            {"name": "hello", "handle": "command", "command": "echo", "parameters":
              {"type": "object", "x-owner": "me", "properties": {"who": {"x-hint": "a name"}}}}
            """);
    PrintStream before = System.err;
    ByteArrayOutputStream logged = new ByteArrayOutputStream();
    System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
    try {
      assertThat(cli.call("validate", handle).exit()).isZero();
    } finally {
      System.setErr(before);
    }
    assertThat(logged.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void plan_shows_commands_directories_and_what_is_skipped_without_a_database() throws IOException {
    Path recipe =
        cli.file(
            "p.json",
            "{\"args\": [\"n\"], \"template\": [\"echo '{n} x'\","
                + " {\"template\": \"false\", \"when\": \"no\"}]}");
    Path granted = Files.createDirectory(directory.resolve("in"));
    Call call = cli.call("plan", recipe, "--set", "n=a b", "--dir", granted + "::/in:ro");
    assertThat(call.exit()).isZero();
    assertThat(call.text())
        .contains("echo 'a b x'")
        .contains("::/workspace")
        .contains(granted + "::/in:ro")
        .contains("skipped");
    assertThat(cli.data()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "dot", "mermaid", "tree"})
  void plan_has_several_formats(String format) {
    Path recipe = cli.file("p.json", "\"ehco hi\"");
    Call refused = cli.call("plan", recipe, "--format", format);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err() + refused.text()).contains("unknown-command");
    Call call = cli.call("plan", recipe, "--format", format, "--unknown-commands", "fail-step");
    assertThat(call.exit()).isZero();
    assertThat(call.text()).contains("ehco");
    assertThat(call.err()).contains("warning[unknown-command]").contains("echo");
  }

  @Test
  void validate_refuses_unknown_commands_unless_their_steps_may_fail() {
    Path recipe = cli.file("v.json", "[\"ehco hi\", {\"when\": \"{x}\", \"template\": \"sotr\"}]");
    Call call = cli.call("validate", recipe);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err())
        .contains("error[unknown-command]: no command is named 'ehco'")
        .contains("warning[unknown-command]: no command is named 'sotr'");
    assertThat(cli.call("validate", recipe, "--unknown-commands", "fail-step").exit()).isZero();
    Path handle =
        cli.file("h.json", "{\"handle\":\"command\",\"name\":\"h\",\"command\":\"ehco\"}");
    assertThat(cli.call("validate", handle).err()).contains("error[unknown-command]");
  }

  @Test
  void plan_of_an_invalid_recipe_is_an_error() {
    Path recipe = cli.file("p.json", "\"echo {x\"");
    assertThat(cli.call("plan", cli.file("q.json", "[]")).exit()).isEqualTo(2);
    assertThat(cli.call("plan", recipe, "--set", "nothing=1").exit()).isEqualTo(2);
  }

  @Test
  void validate_reports_all_problems_of_all_files() {
    Path good = cli.file("good.yaml", "template: echo\n");
    Path bad = cli.file("bad.yaml", "template: echo\nfialure: root\nretyr: 2\n");
    Path worse = cli.file("worse.json", "{\"template\": ");
    Call call = cli.call("validate", good, bad, worse, directory.resolve("missing.yaml"));
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.text()).isEmpty();
    assertThat(call.err())
        .contains("bad.yaml:2:1: error")
        .contains("bad.yaml:3:1: error")
        .contains("worse.json:1:")
        .contains("missing.yaml: error[unreadable-file]")
        .contains("4 recipes: 4 errors, 0 warnings");
    assertThat(cli.call("validate", good).exit()).isZero();
  }

  @Test
  void validate_speaks_json() {
    Path bad = cli.file("bad.yaml", "template: sh -c ls\nfialure: root\n");
    Call call = cli.call("validate", bad, "--json");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.json().path("errors").path(0).path("line").intValue()).isEqualTo(2);
    assertThat(call.json().path("warnings").isArray()).isTrue();
    Path risky = cli.file("risky.yaml", "template: sh -c ls\n");
    JsonNode findings =
        cli.call("validate", risky, "--json", "--unknown-commands", "fail-step").json();
    assertThat(findings.path("errors")).isEmpty();
    assertThat(findings.path("warnings").path(0).path("code").asText()).isEqualTo("shell-command");
  }

  @Test
  void commands_lists_names_origins_and_artifacts() {
    assertThat(cli.call("commands").text()).containsPattern("echo +built-in +argv +[0-9a-f]{12}\n");
    JsonNode first = cli.call("commands", "--json").json().path("commands").path(0);
    assertThat(first.path("name").asText()).isNotEmpty();
    assertThat(first.path("origin").asText()).isEqualTo("built_in");
    assertThat(first.path("artifact").asText()).matches("[0-9a-f]{64}");
    assertThat(first.path("mode").asText()).isEqualTo("argv");
  }

  @Test
  void version_is_told_in_three_ways() {
    String version = cli.call("version").text();
    assertThat(version).startsWith("escarole ").doesNotContain("${");
    assertThat(cli.call("--version").text()).isEqualTo(version);
    assertThat(cli.call("-V").text()).isEqualTo(version);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "plan",
        "validate",
        "runs",
        "runs list",
        "runs show",
        "runs output",
        "runs logs",
        "runs delete",
        "runs prune",
        "sh",
        "commands",
        "commands add",
        "commands build",
        "commands freeze",
        "commands export",
        "commands import",
        "commands remove",
        "commands search",
        "commands verify",
        "toolkit",
        "toolkit build-inline",
        "toolkit build",
        "toolkit promote",
        "toolkit install",
        "exec",
        "version",
        "completion"
      })
  void every_command_has_help_with_an_example(String command) {
    String[] words = (command + " --help").split(" ");
    Call call = cli.call((Object[]) words);
    assertThat(call.exit()).isZero();
    assertThat(call.text()).startsWith("Usage: escarole " + command).contains("  escarole ");
  }

  @Test
  void help_is_a_command_too() {
    assertThat(cli.call("help").text()).isEqualTo(cli.call("-h").text());
    assertThat(cli.call("help", "run").text()).isEqualTo(cli.call("run", "-h").text());
  }

  @Test
  void mistakes_get_suggestions_and_no_stack_trace() {
    assertThat(cli.call("rnu").err()).contains("Did you mean: run?");
    assertThat(cli.call("run", "--stirct", "x").err()).contains("--strict");
    assertThat(cli.call("runs").err()).contains("list, show, output");
    Call nothing = cli.call();
    assertThat(nothing.exit()).isEqualTo(2);
    assertThat(nothing.err()).contains("escarole --help").doesNotContain("\tat ");
    Call json = cli.call("run", "--json");
    assertThat(json.exit()).isEqualTo(2);
    assertThat(json.json().path("errors").path(0).path("code").asText()).isEqualTo("usage");
  }
}
