package dev.escarole.engine.run;

import static dev.escarole.engine.run.Simulation.exited;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.plan.Step;
import dev.escarole.recipe.RecipeReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The examples that the text of the Command Template Standard prints, section by section. */
class StandardExamplesTest {

  private static final String REVIEWS =
      """
      {
        "template": [
          "prepare {out_dir}",
          {
            "parallel": true,
            "template": [
              {"label": "gpt-5.5", "timeout": 300000, "template": "review-gpt {scope}"},
              {"label": "deepseek-pro", "timeout": 300000, "template": "review-deepseek {scope}"},
              {"label": "kimi", "timeout": 300000, "template": "review-kimi {scope}"}
            ]
          },
          "merge {out_dir}"
        ]
      }
      """;

  private static final Map<String, Object> SCOPE = Map.of("scope", "src");

  @Test
  void shape_string_and_object_are_equivalent() {
    String compact = "\"/path/to/stt --file {file} --lang {lang=ru}\"";
    String object = "{\"template\": \"/path/to/stt --file {file} --lang {lang=ru}\"}";
    Map<String, Object> values = Map.of("file", "a b.ogg");
    List<String> argv = List.of("/path/to/stt", "--file", "a b.ogg", "--lang", "ru");
    assertThat(argvs(compact, values)).containsExactly(argv);
    assertThat(argvs(object, values)).containsExactly(argv);
  }

  @Test
  void placeholders_give_the_printed_argv() {
    assertThat(
            argvs(
                "{\"template\": \"/path/to/tts --text {text} --lang {lang=ru} --rate {rate=+30%}\"}",
                Map.of("text", "hello")))
        .containsExactly(
            List.of("/path/to/tts", "--text", "hello", "--lang", "ru", "--rate", "+30%"));
  }

  @Test
  void quoting_keeps_a_value_with_blanks_one_word() {
    assertThat(argvs("\"echo {text}\"", Map.of("text", "hello world")))
        .containsExactly(List.of("echo", "hello world"));
    assertThat(argvs("\"/path/to/tool --file={file}\"", Map.of("file", "/tmp/a b.ogg")))
        .containsExactly(List.of("/path/to/tool", "--file=/tmp/a b.ogg"));
    assertThat(argvs("\"echo 'literal words' {text}\"", Map.of("text", "x")))
        .containsExactly(List.of("echo", "literal words", "x"));
  }

  @Test
  void composition_runs_the_leaves_in_order_and_selects_the_artifact() {
    String recipe =
        """
        {"template": ["/path/to/tts --text {text} --lang {lang=ru} --out {mp3}",
                      "ffmpeg -y -i {mp3} -c:a libopus {ogg}"],
         "output": "ogg"}
        """;
    Map<String, Object> values = Map.of("text", "hi", "mp3", "a.mp3", "ogg", "a.ogg");
    assertThat(argvs(recipe, values))
        .containsExactly(
            List.of("/path/to/tts", "--text", "hi", "--lang", "ru", "--out", "a.mp3"),
            List.of("ffmpeg", "-y", "-i", "a.mp3", "-c:a", "libopus", "a.ogg"));
    assertThat(plan(recipe, values).output()).isEqualTo(new Plan.Output("ogg", "a.ogg"));
  }

  @Test
  void composition_leaf_defaults_merge_over_the_inherited_ones() {
    String recipe =
        """
        {"template": ["/path/to/tts --text {text} --lang {lang} --out {mp3}",
           {"defaults": {"codec": "libopus"}, "template": "ffmpeg -y -i {mp3} -c:a {codec} {ogg}"}],
         "args": ["text", "lang", "mp3", "ogg"], "defaults": {"lang": "en"}, "output": "ogg"}
        """;
    assertThat(argvs(recipe, Map.of("text", "hi", "mp3", "a.mp3", "ogg", "a.ogg")))
        .containsExactly(
            List.of("/path/to/tts", "--text", "hi", "--lang", "en", "--out", "a.mp3"),
            List.of("ffmpeg", "-y", "-i", "a.mp3", "-c:a", "libopus", "a.ogg"));
  }

  @Test
  void repeat_renders_eight_pages_with_wrapped_neighbours() {
    List<List<String>> argvs =
        argvs(
            """
            {"parallel": true, "repeat": 8, "template":
              "render page{_(index+1)}.html --prev page{_(prev+1)}.html --next page{_(next+1)}.html --zero page{_index}.html"}
            """,
            Map.of());
    assertThat(argvs).hasSize(8);
    assertThat(String.join(" ", argvs.get(0)))
        .isEqualTo("render page01.html --prev page08.html --next page02.html --zero page00.html");
    assertThat(String.join(" ", argvs.get(7)))
        .isEqualTo("render page08.html --prev page07.html --next page01.html --zero page07.html");
  }

  @Test
  void degraded_join_prints_what_the_text_prints() {
    Simulation run =
        Simulation.of(REVIEWS, Map.of("out_dir", "out", "scope", "src"))
            .scripted("review-gpt src", exited(0, "review text", ""))
            .scripted("review-deepseek src", exited(1, "", "provider balance exhausted"))
            .scripted("review-kimi src", exited(0, "fine", ""))
            .scripted("merge out");
    run.runToEnd();
    assertThat(run.status()).isEqualTo("degraded");
    assertThat(run.inputsOf("merge out").get(0))
        .startsWith(
            """
            --- branch: gpt-5.5 status: done ---
            review text
            --- branch: deepseek-pro status: failed ---
            exit: 1
            stderr: provider balance exhausted
            """);
    assertThat(run.stdout()).isEqualTo("ran merge out");
  }

  @Test
  void failure_branch_skips_the_push_and_lets_the_other_agent_finish() {
    Simulation run =
        Simulation.of(
                """
                {"parallel": true, "template": [
                  {"label": "agent-a", "failure": "branch", "template":
                     ["agent-a-work {scope}", "agent-a-validate {scope}", "agent-a-push {scope}"]},
                  {"label": "agent-b", "failure": "branch", "template":
                     ["agent-b-work {scope}", "agent-b-validate {scope}", "agent-b-push {scope}"]}
                ]}
                """,
                SCOPE)
            .scripted("agent-a-validate src", exited(1, "", "invalid"))
            .runToEnd();
    assertThat(run.stateOf("0.0.2")).isEqualTo("skipped");
    assertThat(run.stateOf("0.1.2")).isEqualTo("done");
    assertThat(run.status()).isEqualTo("degraded");
    assertThat(run.joined.get(0).coverage()).isEqualTo(0.5);
  }

  @Test
  void retry_runs_the_whole_group_again_when_a_validator_fails() {
    String group =
        "{%s \"retry\": 3, \"template\": [\"implement {scope}\", \"npm test\", \"git diff --check\"]}";
    Simulation strict =
        Simulation.of(group.formatted("\"failure\": \"branch\","), SCOPE)
            .scripted("npm test", exited(1, "", "red"), exited(0, "green", ""))
            .runToEnd();
    assertThat(strict.trace)
        .extracting(line -> line.substring(line.indexOf("start") + 6))
        .containsExactly(
            "implement src #1",
            "npm test #1",
            "implement src #2",
            "npm test #2",
            "git diff --check #1");
    assertThat(strict.status()).isEqualTo("done");
    Simulation open =
        Simulation.of(group.formatted(""), SCOPE)
            .scripted("npm test", exited(1, "", "red"))
            .runToEnd();
    assertThat(open.trace).hasSize(3);
    assertThat(open.status()).isEqualTo("degraded");
  }

  @Test
  void recover_resets_the_worktree_between_attempts() {
    Simulation run =
        Simulation.of(
                """
                {"failure": "branch", "retry": 3, "recover": "git -C {work_dir} reset --hard HEAD",
                 "template": ["pi -p --tools read,edit,bash {scope_file}", "npm test"]}
                """,
                Map.of("work_dir", "wt", "scope_file", "s.md"))
            .scripted("npm test", exited(1, "", ""), exited(0, "ok", ""))
            .runToEnd();
    assertThat(run.trace)
        .extracting(line -> line.substring(line.indexOf("start") + 6))
        .containsExactly(
            "pi -p --tools read,edit,bash s.md #1",
            "npm test #1",
            "git -C wt reset --hard HEAD #1",
            "pi -p --tools read,edit,bash s.md #2",
            "npm test #2");
    assertThat(run.stdout()).isEqualTo("ok");
  }

  @Test
  void delay_waits_before_the_node_starts() {
    Simulation run =
        Simulation.of(
                """
                {"template": ["prepare {scope}", {"delay": 1000, "template": "review {scope}"}]}
                """,
                SCOPE)
            .runToEnd();
    assertThat(run.trace).containsExactly("0 start prepare src #1", "1000 start review src #1");
  }

  private static List<List<String>> argvs(String recipe, Map<String, Object> values) {
    return plan(recipe, values).steps().stream()
        .filter(LeafStep.class::isInstance)
        .map((Step step) -> ((LeafStep) step).argv())
        .toList();
  }

  private static Plan plan(String recipe, Map<String, Object> values) {
    return new PlanCompiler(PlanLimits.DEFAULTS)
        .compile(new RecipeReader().read(recipe, "standard.json"), values);
  }
}
