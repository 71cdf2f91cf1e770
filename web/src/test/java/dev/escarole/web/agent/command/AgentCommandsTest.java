package dev.escarole.web.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.handle.HandleReader;
import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.AcliResponse;
import dev.escarole.web.agent.acli.ErrorCode;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.command.OfferedRecipes.OfferedRecipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentCommandsTest {

  private static final String PANEL =
      """
      description: Three look at it, one finds nothing.
      args: ["top:int=3", "mode:enum(fast,slow)=fast", "draft:string", "tags:array=[]"]
      template:
        label: panel
        parallel: true
        min_successful: 2
        template:
          - {label: one, template: "printf %s one-{top}"}
          - {label: two, template: "printf %s '{draft}'"}
          - {label: three, template: "cat /nowhere"}
      """;

  private AgentLines lines = new AgentLines();

  @AfterEach
  void close() {
    lines.close();
  }

  @Test
  void a_recipe_becomes_a_command_with_typed_arguments() {
    lines.with("Review panel", PANEL);
    assertThat(lines.data("recipes").get("recipes").get(0).toString())
        .isEqualTo(
            "{\"name\":\"Review panel\",\"command\":\"x-review-panel\","
                + "\"description\":\"Three look at it, one finds nothing.\"}");
    JsonNode help = lines.data("help x-review-panel");
    assertThat(help.get("arguments").findValuesAsText("name"))
        .containsExactly("--top", "--mode", "--draft", "--tags", "--stdin", "--wait");
    assertThat(help.get("arguments").get(2).get("required").booleanValue()).isTrue();
    assertThat(help.get("examples").get(0).textValue())
        .isEqualTo("x-review-panel --draft 'a text'");
    JsonNode input = lines.data("schema x-review-panel").get("inputSchema");
    assertThat(input.at("/properties/top/type").textValue()).isEqualTo("integer");
    assertThat(input.at("/properties/mode/enum").toString()).isEqualTo("[\"fast\",\"slow\"]");
    assertThat(input.get("required").toString()).isEqualTo("[\"draft\"]");
    assertThat(lines.data("version").at("/capabilities/extensions").toString())
        .isEqualTo("[\"x-review-panel\"]");
  }

  @Test
  void a_run_returns_the_verdict_of_its_join_and_what_is_missing() {
    lines.with("panel", PANEL);
    JsonNode run = lines.data("x-panel --draft 'a b' --top 7 --wait 60");
    assertThat(run.get("status").textValue()).isEqualTo("degraded");
    JsonNode join = run.get("joins").get(0);
    assertThat(join.get("join").textValue()).isEqualTo("panel");
    assertThat(join.get("expected").intValue()).isEqualTo(3);
    assertThat(join.get("done").intValue()).isEqualTo(2);
    assertThat(join.get("verdict").textValue()).isEqualTo("degraded");
    assertThat(join.get("missing").get(0).get("branch").textValue()).isEqualTo("three");
    assertThat(join.get("missing").get(0).get("error").textValue())
        .contains("cat: /nowhere: No such file or directory");
    assertThat(run.at("/result/text").textValue()).contains("one-7").contains("a b");
    assertThat(lines.data("runs show last").get("joins")).isEqualTo(run.get("joins"));
    assertThat(lines.data("joins last panel").get("branches")).hasSize(3);
    assertThat(lines.data("runs steps last --status failed").get("steps")).hasSize(1);
    assertThat(lines.data("runs output last 0.0.0").get("text").textValue()).isEqualTo("one-7");
    assertThat(lines.data("runs output last 0.0.2 --stderr").get("text").textValue())
        .contains("No such file");
  }

  @Test
  void a_run_says_whether_its_author_agreed_to_what_was_lost() {
    lines.with("panel", PANEL);
    JsonNode panel = lines.data("x-panel --draft 'a b' --top 7 --wait 60");
    assertThat(panel.get("accepted").booleanValue()).isTrue();
    assertThat(panel.has("losses_without_consent")).isFalse();
    lines.with("lost", "template: [{label: words, template: cat /nope}, wc -l]\n");
    JsonNode lost = lines.data("x-lost --wait 60");
    assertThat(lost.get("accepted").booleanValue()).isFalse();
    assertThat(lost.get("losses_without_consent").toString())
        .isEqualTo(
            "[{\"path\":\"0.0\",\"label\":\"words\","
                + "\"error\":\"cat: /nope: No such file or directory\"}]");
    assertThat(lost.get("reads_from_failure").toString())
        .isEqualTo("[{\"step\":\"0.1\",\"from\":\"0.0\"}]");
    assertThat(lines.data("runs list").at("/runs/0/accepted").booleanValue()).isFalse();
  }

  @Test
  void failures_of_one_cause_are_counted_and_rerun_by_its_key() {
    lines.with("fan", "parallel: true\ntemplate: [cat /no/1, cat /no/2, 'false', echo x]\n");
    JsonNode causes = lines.data("x-fan --wait 60").get("causes");
    assertThat(causes).hasSize(2);
    assertThat(causes.at("/0/count").asInt()).isEqualTo(2);
    assertThat(causes.at("/0/words").textValue()).startsWith("cat: …: No such file");
    String key = causes.at("/0/key").textValue();
    assertThat(lines.data("runs rerun last --cause " + key + " --wait 60").get("causes"))
        .isEqualTo(causes);
    lines.with("one", "template: [cat /no, echo x]\n");
    assertThat(lines.data("x-one --wait 60").has("causes")).isFalse();
  }

  @Test
  void an_argument_stays_one_word_and_is_no_flag() {
    lines.with("echo", "args: ['text:string']\ntemplate: printf %s {text}\n");
    for (String text : List.of("-n", "--help", "a b", "%s%s", "*", "~", "#x", "--text")) {
      JsonNode run = lines.data("x-echo --text '" + text + "'");
      assertThat(run.at("/result/text").textValue()).as(text).isEqualTo(text);
    }
  }

  @Test
  void a_run_that_takes_longer_gives_a_handle_to_poll() {
    lines.with("slow", "template: printf x\n");
    CountDownLatch seen = new CountDownLatch(1);
    Subscription held =
        lines.engine.listen(
            event -> {
              if (event instanceof RunEvent.AttemptStarted) {
                awaitQuietly(seen);
              }
            });
    JsonNode run = lines.data("x-slow --wait 0");
    assertThat(run.get("status").textValue()).isEqualTo("running");
    seen.countDown();
    held.close();
    String next = run.get("next").textValue();
    assertThat(next).isEqualTo("runs wait " + run.get("run").textValue());
    JsonNode over = lines.data(next + " --wait 60");
    assertThat(over.get("status").textValue()).isEqualTo("done");
    assertThat(lines.data(next).get("status").textValue()).isEqualTo("done");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void progress_is_reported_and_giving_up_the_call_leaves_the_run_alone() {
    lines.with("long", "template: ['printf x', 'sleep 3000']\n");
    List<String> reports = new ArrayList<>();
    Cancellation cancellation = new Cancellation();
    Call.Progress progress =
        (done, total, message) -> {
          reports.add(message);
          if (done == 1) {
            cancellation.cancel();
          }
        };
    AcliResponse response = lines.send("x-long --wait 60", progress, cancellation);
    assertThat(response.success()).isFalse();
    assertThat(reports).contains("1 of 2 commands ended");
    assertThat(lines.data("runs wait last --wait 0").get("status").textValue())
        .isEqualTo("running");
    lines.data("runs cancel last");
    AcliResponse ended = lines.send("runs wait last --wait 60");
    assertThat(ended.success()).isTrue();
    assertThat(AgentLines.json(ended).get("message").textValue()).contains("is cancelled");
  }

  @Test
  void runs_can_be_cancelled_and_run_again() {
    lines.with("long", "template: sleep 3000\n").with("panel", PANEL);
    String id = lines.data("x-long --wait 0").get("run").textValue();
    assertThat(lines.data("runs cancel " + id).get("cancelled").booleanValue()).isTrue();
    assertThat(lines.data("runs wait " + id).get("status").textValue()).isEqualTo("cancelled");
    assertThat(lines.error("runs cancel " + id).message()).contains("is over");
    assertThat(lines.error("runs cancel " + id).hint()).isEqualTo("There is nothing left to stop.");
    String panel = lines.data("x-panel --draft x --wait 60").get("run").textValue();
    JsonNode again = lines.data("runs rerun " + panel + " --failed --wait 60");
    assertThat(again.get("status").textValue()).isEqualTo("degraded");
    assertThat(again.get("run").textValue()).isNotEqualTo(panel);
    assertThat(lines.error("runs rerun " + panel + " --failed --from 0.1").code())
        .isEqualTo(ErrorCode.VALIDATION_ERROR);
  }

  @Test
  void a_limit_names_what_an_operator_can_do_and_a_cancel_asks_for_no_other_try() throws Exception {
    try (AgentLines tight =
        new AgentLines(EngineOptions.inMemory().withLimits(Limits.defaults().withFuel(100)))) {
      tight.with("short", "template: [echo x]\n");
      AcliError error = tight.error("run short --wait 60");
      assertThat(error.hint())
          .isEqualTo("Reduce the work, or ask an operator to raise limits.fuel in the policy");
      assertThat(error.hint()).doesNotContain("--fuel");
    }
    lines.with("part", "template: [{label: nap, template: sleep 3000}]\n");
    String id = lines.data("run part --wait 0").get("run").textValue();
    RunHandle run = lines.engine.handle(new RunId(id)).orElseThrow();
    // A step that has not begun cannot be cancelled.
    while (run.attempt("0.0").isEmpty()) {
      Thread.onSpinWait();
    }
    run.cancel("0.0");
    run.await();
    AcliError cancelled = lines.error("runs wait " + id);
    assertThat(cancelled.message()).isEqualTo("Cancelled: step 0 of run " + id);
    assertThat(cancelled.hint()).isNull();
  }

  @Test
  void run_and_plan_take_any_recipe_by_name() {
    lines.with("panel", PANEL);
    assertThat(lines.data("plan panel --set draft=x").at("/plan/text").textValue())
        .contains("0.1 two: printf %s x");
    assertThat(lines.data("run panel --set draft=x --set top=9 --wait 60").toString())
        .contains("one-9");
    assertThat(lines.error("run panl --set draft=x").examples())
        .containsExactly("run panel --set draft=x");
    assertThat(lines.error("run panel --set draft").code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThat(lines.error("run panel").code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
    assertThat(lines.error("plan panel").hint()).startsWith("Give it: --set NAME=VALUE");
    assertThat(lines.error("run panel --set draft=x --set tops=3").examples())
        .containsExactly("help run");
    assertThat(lines.error("run panel --set drift=x").hint()).contains("draft");
  }

  @Test
  void failed_runs_answer_with_the_code_of_what_failed() {
    lines
        .with("unknown", "template: frobnicate x\n")
        .with("late", "template: {template: sleep 3000, timeout: 100}\n")
        .with("broken", "template: cat /nowhere\n");
    assertThat(lines.error("x-unknown --wait 60").code()).isEqualTo(ErrorCode.COMMAND_NOT_FOUND);
    assertThat(lines.error("x-late --wait 60").code()).isEqualTo(ErrorCode.TIMEOUT);
    assertThat(lines.error("x-broken --wait 60").code()).isEqualTo(ErrorCode.EXECUTION_ERROR);
    assertThat(lines.error("x-broken --wait 60").examples().get(0)).startsWith("runs show ");
  }

  @Test
  void long_outputs_come_in_pieces_that_lead_to_each_other() {
    lines.with("long", "template: seq 3000\n");
    JsonNode run = lines.data("x-long --wait 60");
    assertThat(run.at("/result/text").textValue()).hasSize(2_000);
    StringBuilder all = new StringBuilder();
    String line = "runs output last";
    while (!line.isEmpty()) {
      JsonNode piece = lines.data(line);
      all.append(piece.get("text").textValue());
      line = piece.has("more") ? piece.get("more").textValue() : "";
    }
    String expected =
        String.join("", IntStream.rangeClosed(1, 3000).mapToObj(i -> i + "\n").toList());
    assertThat(all.toString()).isEqualTo(expected);
  }

  @Test
  void lists_come_in_pages() {
    for (int i = 0; i < 25; i++) {
      lines.with("recipe " + i, "template: printf x\n");
    }
    assertThat(lines.data("recipes").get("recipes")).hasSize(20);
    assertThat(lines.data("recipes").get("more").textValue()).isEqualTo("recipes --page 2");
    assertThat(lines.data("recipes --page 2").get("recipes")).hasSize(5);
    assertThat(lines.data("recipes --find 'recipe 7'").get("recipes")).hasSize(1);
    for (int i = 0; i < 22; i++) {
      lines.data("x-recipe-1 --wait 60");
    }
    JsonNode first = lines.data("runs list");
    assertThat(first.get("runs")).hasSize(20);
    JsonNode second = lines.data(first.get("more").textValue());
    assertThat(second.get("runs")).hasSize(2);
    assertThat(second.has("more")).isFalse();
  }

  @Test
  void names_that_become_the_same_command_are_told_apart() {
    lines
        .with("a b", "template: printf 1\n")
        .with("a-b", "template: printf 2\n")
        .with("日本", "template: printf 3\n");
    assertThat(lines.data("recipes").get("recipes").findValuesAsText("command"))
        .containsExactly("x-a-b", "x-a-b-2", "x-recipe");
    assertThat(lines.data("x-a-b-2").at("/result/text").textValue()).isEqualTo("2");
  }

  @Test
  void ac_40_recipes_of_any_name_become_commands_that_begin_with_x_and_replace_none() {
    for (String name :
        List.of(
            "help",
            "run",
            "x-run",
            "version",
            "; rm -rf /",
            "../x",
            "--help",
            "",
            "X" + "y".repeat(200))) {
      lines.with(name, "template: printf '" + name.length() + "'\n");
    }
    JsonNode capabilities = lines.data("version").get("capabilities");
    assertThat(capabilities.get("extensions"))
        .hasSize(9)
        .allMatch(name -> name.textValue().matches("x-[a-z0-9_][a-z0-9_-]{0,66}"));
    assertThat(capabilities.get("commands")).noneMatch(name -> name.textValue().startsWith("x-"));
    assertThat(lines.data("x-help").at("/result/text").textValue()).isEqualTo("4");
    assertThat(lines.data("help").has("commands")).isTrue();
  }

  @Test
  void the_shell_runs_a_pipeline_of_quoted_stages() {
    JsonNode data = lines.data("shell 'seq 5' 'grep -v 3' 'tail -n 2'");
    assertThat(data.get("stdout").textValue()).isEqualTo("4\n5\n");
    assertThat(lines.data("shell cat --stdin 'a b'").get("stdout").textValue()).isEqualTo("a b");
    assertThat(lines.error("shell 'frobnicate'").code()).isEqualTo(ErrorCode.COMMAND_NOT_FOUND);
    AcliError unquoted = lines.error("shell seq 5 | rev");
    assertThat(unquoted.message()).contains("'|' is not a stage");
    assertThat(unquoted.examples()).containsExactly("help shell");
  }

  @Test
  void a_principal_may_do_what_its_policy_grants_and_sees_its_own_runs(@TempDir Path directory)
      throws IOException {
    Path policy = directory.resolve("policy.yaml");
    Files.writeString(
        policy,
        """
        principals:
          robot:
            allow: true
            commands: [printf]
        """);
    lines.close();
    lines = new AgentLines(EngineOptions.inMemory().withPolicyFile(policy));
    lines.with("say", "template: printf x\n").with("look", "template: cat /x\n");
    String operators = lines.data("x-say --wait 60").get("run").textValue();
    lines.as("robot");
    assertThat(lines.error("runs show " + operators).message()).contains("there is no run");
    assertThat(lines.data("runs list").get("runs")).isEmpty();
    assertThat(lines.data("x-say --wait 60").get("status").textValue()).isEqualTo("done");
    assertThat(lines.data("runs list").get("runs")).hasSize(1);
    assertThat(lines.error("x-look --wait 60").code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
    assertThat(lines.error("shell 'printf x'").code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
    assertThat(lines.error("commands").code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
    assertThat(lines.error("catalog").code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
    assertThat(lines.data("help").toString()).doesNotContain("shell");
    lines.as("stranger");
    assertThat(lines.error("x-say").code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
    assertThat(lines.error("runs list").code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
    assertThat(lines.audit.get(lines.audit.size() - 1).caller().principal()).isEqualTo("stranger");
  }

  @Test
  void programs_of_the_catalogue_are_found_and_nothing_is_added() {
    JsonNode found = lines.data("catalog --find verilog");
    assertThat(found.at("/catalog/0/name").textValue()).isEqualTo("yosys");
    assertThat(found.at("/catalog/0/added").booleanValue()).isFalse();
    assertThat(lines.data("catalog").get("total").intValue()).isGreaterThan(10);
    assertThat(lines.data("commands --find yosys").get("commands")).isEmpty();
  }

  @Test
  void programs_of_other_languages_pass_as_they_are() {
    lines.with(
        "query", "args: [program, data]\ntemplate: [\"printf %s {data}\", \"jq -c {program}\"]\n");
    String program = "[.users[] | select(.age > 3) | {n: .name}]";
    assertThat(
            lines
                .data(
                    "x-query --program '"
                        + program
                        + "' --data '{\"users\":[{\"name\":\"a$b\",\"age\":7}]}' --wait 60")
                .toString())
        .contains("[{\\\"n\\\":\\\"a$b\\\"}]");
    assertThat(lines.data("shell 'grep -E \"a{2,}|^b$\"' --stdin 'caat'").get("stdout").textValue())
        .isEqualTo("caat\n");
  }

  @Test
  void an_example_never_changes_a_program() {
    lines.with("query", "args: [program]\ntemplate: jq {program}\n");
    for (String line :
        List.of(
            "x-query --program '.users[].name' --nonsense",
            "x-query --program .users[].name | sort",
            "x-query --program '.users[].name",
            "x-query --program '.a' --program '.b'")) {
      assertThat(lines.error(line).examples()).as(line).containsExactly("help x-query");
    }
    assertThat(lines.error("x-query --programm '.users[].name'").examples())
        .containsExactly("x-query --program '.users[].name'");
    assertThat(lines.error("run qery --set program=.users[].name --stdin '{}' --wait 5").examples())
        .containsExactly("run query --set 'program=.users[].name' --stdin '{}' --wait 5");
  }

  @Test
  void a_value_that_is_set_obeys_the_path_rule_of_the_typed_option() {
    lines.with("read", "args: ['file:path', text]\ntemplate: cat {file} {text}\n");
    for (String line :
        List.of(
            "x-read --file ../secret --text x",
            "run read --set file=../secret --set text=x",
            "plan read --set file=%2e%2e/secret --set text=x",
            "run read --set file=/etc/passwd --set text=x")) {
      assertThat(lines.error(line).code()).as(line).isEqualTo(ErrorCode.PATH_TRAVERSAL_BLOCKED);
    }
    assertThat(lines.data("plan read --set file=in/a.txt --set text=../b").has("plan")).isTrue();
  }

  @Test
  void help_and_schema_show_no_default_that_would_be_refused() {
    lines.with(
        "read",
        """
        args: ['file:path', 'count:int', name, note]
        defaults: {file: /data/in.txt, count: 10, name: "{note}-x", note: plain}
        template: head -n {count} {file} {name} {note}
        """);
    JsonNode arguments = lines.data("help x-read").get("arguments");
    assertThat(arguments.findValuesAsText("name").subList(0, 4))
        .containsExactly("--file", "--count", "--name", "--note");
    assertThat(arguments.get(0).has("default")).isFalse();
    assertThat(arguments.get(1).get("default").asText()).isEqualTo("10");
    assertThat(arguments.get(2).has("default")).isFalse();
    assertThat(arguments.get(3).get("default").asText()).isEqualTo("plain");
    JsonNode properties = lines.data("schema x-read").at("/inputSchema/properties");
    assertThat(properties.at("/file").has("default")).isFalse();
    assertThat(properties.at("/count/default").asText()).isEqualTo("10");
  }

  @Test
  void an_example_is_never_the_line_that_was_refused() {
    String handle =
        """
        handle: command
        name: say
        parameters: {type: object, properties: {text: {type: string}}}
        command: printf
        arguments: {$encode: args, $use: ["%s", {$: $.text}]}
        """;
    lines.with(
        new OfferedRecipe(
            "say",
            new RecipeReader().read(handle, "say.handle.yaml"),
            new HandleReader().read(handle, "say.handle.yaml"),
            null));
    AcliError error = lines.error("x-say --text \"-rf\"");
    assertThat(error.examples()).containsExactly("help x-say");
    assertThat(error.hint()).startsWith("Give a value that does not start with '-' or '+'");
  }

  @Test
  void help_of_each_command_stays_below_1_000_characters() {
    lines.with("panel", PANEL);
    for (JsonNode schema : lines.data("schema").get("commands")) {
      String line = "help " + schema.get("command").textValue();
      assertThat(lines.send(line).json()).as(line).hasSizeLessThan(1_000);
    }
  }
}
