package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handles on the command line: run, plan, runs show and validate. */
class RunHandleTest {

  private static final String COUNT =
      """
      name: count
      description: Counts.
      handle: command
      command: wc
      parameters:
        type: object
        properties:
          text: {type: string}
          lines: {type: boolean}
        required: [text]
        additionalProperties: false
      arguments: {$encode: args, -l: {$: lines}}
      environment: {LANG: C}
      io: {stdin: "{{text}}"}
      """;

  private CliHarness cli;
  private Path count;

  @BeforeEach
  void setUp(@TempDir Path directory) {
    cli = new CliHarness(directory);
    count = cli.file("count.yaml", COUNT);
  }

  private static JsonNode result(Call call) {
    JsonNode handles = call.json().path("handles");
    assertThat(handles).hasSize(1);
    return handles.get(0).path("result");
  }

  @Test
  void a_handle_is_run_like_a_recipe() {
    Call call = cli.call("run", count, "--set", "text=a\nb\n", "--set", "lines=true");
    assertThat(call.err()).contains("of count: done");
    assertThat(call.exit()).isZero();
    assertThat(call.text()).isEqualTo("2\n");
  }

  @Test
  @DisplayName("CH-25, CH-31: run --json has the result as the text demands it")
  void the_result_is_in_the_json_of_the_run() {
    Call call = cli.call("run", count, "--set", "text=a\nb\n", "--set", "lines=true", "--json");
    assertThat(result(call)).hasToString("{\"exitCode\":0,\"stdout\":\"2\\n\",\"stderr\":\"\"}");
    JsonNode handle = call.json().path("handles").get(0);
    assertThat(handle.path("handle").asText()).isEqualTo("count");
    assertThat(handle.path("path").asText()).isEqualTo("0");
  }

  @Test
  @DisplayName("CH-31: a non-zero exit code comes with what was captured")
  void a_failure_comes_with_its_result() {
    Path ls =
        cli.file(
            "ls.json",
            "{\"name\":\"ls\",\"handle\":\"command\",\"command\":\"ls\",\"arguments\":[\"missing\"]}");
    Call call = cli.call("run", ls, "--json");
    assertThat(call.exit()).isEqualTo(1);
    assertThat(result(call).path("exitCode").intValue()).isEqualTo(2);
    assertThat(result(call).path("stdout").asText()).isEmpty();
    assertThat(result(call).path("stderr").asText()).contains("missing");
    assertThat(result(call).has("truncated")).isFalse();
  }

  @Test
  @DisplayName("CH-26: what is ignored is not in the result, bytes come as base64")
  void streams_of_the_result_are_as_the_handle_says() {
    Path cat =
        cli.file(
            "cat.json",
            "{\"name\":\"cat\",\"handle\":\"command\",\"command\":\"cat\",\"io\":{\"stdin\":\"{{x}}\",\"stderr\":\"ignore\",\"encoding\":\"binary\"}}");
    Call call = cli.call("run", cat, "--set", "x=é", "--json");
    assertThat(result(call)).hasToString("{\"exitCode\":0,\"stdout\":\"w6k=\"}");
  }

  @Test
  void what_was_run_is_shown_later_as_it_was_then() {
    JsonNode then = cli.call("run", count, "--set", "text=a", "--json").json();
    JsonNode now = cli.call("runs", "show", "last", "--json").json();
    assertThat(now.path("handles")).isEqualTo(then.path("handles"));
    assertThat(cli.call("runs", "show", "last").text())
        .contains(
            "handle count at 0: exit code 0, 24 characters of stdout, 0 characters of stderr");
  }

  @Test
  void a_leaf_in_a_tree_shows_the_beginning_and_says_that_there_is_more() {
    Path tree =
        cli.file(
            "tree.yaml",
            "[{name: many, handle: command, command: seq, arguments: ['20000']}, wc -c]");
    JsonNode shown = result(cli.call("run", tree, "--json"));
    assertThat(shown.path("stdout").asText()).hasSize(64 * 1024).startsWith("1\n2\n");
    assertThat(shown.path("truncated").booleanValue()).isTrue();
    Path alone =
        cli.file("alone.yaml", "{name: many, handle: command, command: seq, arguments: ['20000']}");
    JsonNode whole = result(cli.call("run", alone, "--json"));
    assertThat(whole.path("stdout").asText()).endsWith("20000\n");
    assertThat(whole.has("truncated")).isFalse();
  }

  @Test
  @DisplayName("CH-60: arguments that do not fit are refused before there is a database")
  void arguments_that_do_not_fit_are_refused() {
    Call call = cli.call("run", count, "--set", "text=a", "--set", "lines=maybe", "--json");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.json().path("errors"))
        .extracting(each -> each.path("code").asText())
        .containsExactly("bad-arguments");
    Call missing = cli.call("run", count, "--set", "lines=true", "--json");
    assertThat(missing.json().path("errors"))
        .extracting(each -> each.path("code").asText())
        .containsExactly("missing-value");
    Call unknown = cli.call("run", count, "--set", "text=a", "--set", "line=true");
    assertThat(unknown.err())
        .contains("the handle has no input named 'line'")
        .contains("Did you mean 'lines'?");
    assertThat(cli.data()).doesNotExist();
  }

  @Test
  void a_plan_shows_what_a_call_is_given() {
    assertThat(cli.call("plan", count, "--set", "text=a b", "--set", "lines=true").text())
        .contains("0 wc -l [handle count, LANG=C, stdin 3 bytes]");
    JsonNode step =
        cli.call("plan", count, "--set", "text=a", "--format", "json").json().path("steps").get(0);
    assertThat(step.path("argv")).hasToString("[\"wc\"]");
    assertThat(step.path("handle").path("environment")).hasToString("{\"LANG\":\"C\"}");
    assertThat(step.path("handle").path("stdin").asText()).isEqualTo("YQ==");
  }

  @Test
  @DisplayName("CH-26: inherit is refused unless it is asked for")
  void inherit_is_refused_unless_it_is_asked_for() {
    Path echo =
        cli.file(
            "echo.json",
            "{\"name\":\"e\",\"handle\":\"command\",\"command\":\"echo\",\"arguments\":[\"hello\"],\"io\":{\"stdout\":\"inherit\"}}");
    Call refused = cli.call("run", echo);
    assertThat(refused.exit()).isEqualTo(3);
    assertThat(refused.text()).isEmpty();
    assertThat(refused.err()).contains("'inherit'");
    Call allowed = cli.call("run", echo, "--inherit");
    assertThat(allowed.exit()).isZero();
    assertThat(allowed.text()).isEqualTo("hello\n");
    Call json = cli.call("run", echo, "--inherit", "--json");
    assertThat(json.json().path("stdout").asText()).isEmpty();
    assertThat(json.err()).contains("hello\n");
  }

  @Test
  void validate_finds_mistakes_in_the_handles_of_a_recipe() {
    Path tree =
        cli.file(
            "tree.yaml",
            """
            template:
              - ls
              - retry: 2
                template:
                  name: bad
                  handle: command
                  command: ./bad
            """);
    Call call = cli.call("validate", tree, "--json");
    assertThat(call.exit()).isEqualTo(2);
    JsonNode error = call.json().path("errors").get(0);
    assertThat(error.path("code").asText()).isEqualTo("command-name");
    assertThat(error.path("line").intValue()).isEqualTo(7);
    assertThat(error.path("column").intValue()).isEqualTo(16);
    assertThat(error.path("pointer").asText()).isEqualTo("/template/1/template/command");
    Path doubtful =
        cli.file(
            "doubtful.yaml",
            "[ls, {name: t, handle: command, command: cat, arguments: ['{{x}}']}]");
    Call warned = cli.call("validate", doubtful);
    assertThat(warned.exit()).isZero();
    assertThat(warned.err()).contains("undeclared-parameters");
    assertThat(cli.call("plan", doubtful).err()).contains("undeclared-parameters");
  }

  @Test
  void a_run_of_a_handle_is_run_again_with_its_arguments() {
    cli.call("run", count, "--set", "text=a\nb\n", "--set", "lines=true");
    Call again = cli.call("runs", "rerun", "last", "--json");
    assertThat(result(again).path("stdout").asText()).isEqualTo("2\n");
    assertThat(cli.call("plan", count, "--diff", "last").exit()).isZero();
  }
}
