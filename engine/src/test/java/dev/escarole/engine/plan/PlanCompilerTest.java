package dev.escarole.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.template.FailureScope;
import dev.escarole.recipe.template.Setting;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlanCompilerTest {

  @Test
  void steps_are_numbered_in_depth_first_order_with_paths() {
    Plan plan =
        plan(
            "[\"a\", {\"parallel\": true, \"template\": [\"b\", [\"c\"]]}]"
                .replace("[\"c\"]", "{\"template\": [\"c\"]}"));
    assertThat(plan.steps())
        .extracting(Step::path)
        .containsExactly("0", "0.0", "0.1", "0.1.0", "0.1.1", "0.1.1.0");
    assertThat(plan.steps())
        .extracting(Step::kindWord)
        .containsExactly("sequence", "leaf", "parallel", "leaf", "sequence", "leaf");
    assertThat(plan.leafCount()).isEqualTo(3);
  }

  @Test
  void recovery_is_a_sub_plan_of_its_step() {
    Plan plan = plan("{\"retry\": 2, \"recover\": [\"x\", \"y\"], \"template\": [\"a\", \"b\"]}");
    assertThat(plan.steps())
        .extracting(Step::path)
        .containsExactly("0", "0.0", "0.1", "0.recover", "0.recover.0", "0.recover.1");
  }

  @Test
  void settings_belong_to_their_node_alone() {
    Plan plan =
        plan(
            "{\"retry\": 3, \"timeout\": 500, \"delay\": 7, \"failure\": \"branch\","
                + " \"label\": \"L\", \"template\": [\"a\"]}");
    assertThat(plan.root().controls())
        .isEqualTo(
            Controls.of(
                Map.of(
                    Setting.DELAY, 7L,
                    Setting.TIMEOUT, 500L,
                    Setting.RETRY, 3L,
                    Setting.FAILURE, FailureScope.BRANCH)));
    assertThat(plan.step(1).controls()).isEqualTo(Controls.NONE);
    assertThat(plan.step(1).label()).isNull();
  }

  @Test
  void waits_between_attempts_are_part_of_the_plan() throws IOException {
    String node = "{\"retry\": 3, \"retry_delay\": %s, \"template\": \"a\"}";
    Plan plan =
        plan(
            "{\"defaults\": {\"ms\": 250}, \"retry\": 3, \"retry_delay\": \"{ms}\","
                + " \"retry_backoff\": 2, \"retry_max_delay\": 600, \"template\": \"a\"}");
    assertThat(plan.root().controls().retries()).isEqualTo(new Retry(3, 250, 2, 600));
    assertThat(print(plan, PlanFormat.TREE))
        .contains("[retry 3, retry_delay 250 ms, retry_backoff 2, retry_max_delay 600 ms]");
    assertThat(print(plan, PlanFormat.JSON))
        .contains("\"retryDelay\" : 250", "\"retryBackoff\" : 2", "\"retryMaxDelay\" : 600");
    assertThat(print(plan(node.formatted("0")), PlanFormat.JSON))
        .contains("\"retryDelay\" : 0", "\"retryMaxDelay\" : null");
    String without = plan(node.replace(" \"retry_delay\": %s,", "")).hash();
    assertThat(plan(node.formatted("0")).hash()).isEqualTo(without);
    assertThat(plan(node.formatted("1")).hash())
        .isNotEqualTo(without)
        .isNotEqualTo(plan(node.formatted("2")).hash());
  }

  @Test
  void repeat_makes_a_group_whose_copies_know_their_index() {
    Plan plan = plan("{\"repeat\": 3, \"template\": \"page {index} {prev} {next} {repeat}\"}");
    assertThat(argvs(plan)).containsExactly("page 0 2 1 3", "page 1 0 2 3", "page 2 1 0 3");
    assertThat(plan.root().kindWord()).isEqualTo("sequence");
  }

  @Test
  void nested_repeats_capture_the_outer_index_through_a_default() {
    Plan plan =
        plan(
            "{\"repeat\": 2, \"template\": {\"repeat\": 2, \"defaults\": {\"outer\": \"{index}\"},"
                + " \"template\": \"cell {outer} {index}\"}}");
    assertThat(argvs(plan)).containsExactly("cell 0 0", "cell 0 1", "cell 1 0", "cell 1 1");
  }

  @Test
  void fan_out_settings_stay_with_the_fan_out_and_the_rest_goes_to_each_copy() {
    Plan plan =
        plan(
            "{\"parallel\": true, \"repeat\": 2, \"failure\": \"branch\", \"concurrency\": 1,"
                + " \"min_successful\": 1, \"retry\": 2, \"delay\": 5, \"template\": \"x\"}");
    Controls fanOut = plan.root().controls();
    assertThat(fanOut.concurrency()).isEqualTo(1);
    assertThat(fanOut.minSuccessful()).isEqualTo(1);
    assertThat(fanOut.retry()).isEqualTo(1);
    assertThat(fanOut.delayMillis()).isZero();
    Controls copy = plan.step(1).controls();
    assertThat(copy.retry()).isEqualTo(2);
    assertThat(copy.delayMillis()).isEqualTo(5);
    assertThat(copy.failure()).isNull();
    assertThat(copy.hasQuorum()).isFalse();
  }

  @Test
  void when_applies_to_each_copy() {
    Plan plan = plan("{\"repeat\": 3, \"when\": \"{index}\", \"template\": \"x {index}\"}");
    assertThat(plan.root().children())
        .extracting(Step::isSkipped)
        .containsExactly(true, false, false);
  }

  @Test
  void what_is_skipped_is_not_resolved_and_says_why() {
    Plan plan = plan("[{\"when\": \"flag\", \"template\": \"x {nowhere}\"}, \"y\"]");
    assertThat(plan.step(1).skipReason()).isEqualTo("when flag is false");
    Plan none = plan("[{\"repeat\": 0, \"template\": \"x {nowhere}\"}, \"y\"]");
    assertThat(none.step(1).skipReason()).isEqualTo("repeat is 0");
  }

  @Test
  void all_mistakes_are_reported_together_each_with_its_place() {
    List<Problem> problems =
        problems(
            """
            [
              "a {one}",
              {"retry": "{many}", "template": "b {two}"},
              {"parallel": true, "min_successful": 3, "template": ["c"]}
            ]
            """);
    assertThat(problems).hasSize(4);
    assertThat(problems)
        .extracting(problem -> problem.location().line())
        .containsExactlyInAnyOrder(2, 3, 3, 4);
    assertThat(problems)
        .extracting(Problem::message)
        .anyMatch(m -> m.contains("one"))
        .anyMatch(m -> m.contains("many"))
        .anyMatch(m -> m.contains("two"))
        .anyMatch(m -> m.contains("min_successful"));
  }

  @Test
  void a_mistake_in_a_repeated_node_is_reported_once() {
    assertThat(problems("{\"repeat\": 5000, \"template\": \"x {missing}\"}")).hasSize(1);
  }

  @Test
  void expansion_is_bounded() {
    assertThat(
            problems(
                "{\"repeat\": 1000, \"template\": {\"repeat\": 1000, \"template\":"
                    + " {\"repeat\": 1000, \"template\": \"x\"}}}"))
        .extracting(Problem::code)
        .containsExactly("too-many-steps");
    PlanCompiler narrow =
        new PlanCompiler(new PlanLimits(1_000, 10, 1 << 20, Duration.ofSeconds(10)));
    assertThatThrownBy(
            () ->
                narrow.compile(
                    new RecipeReader()
                        .read(
                            "{\"parallel\": true, \"repeat\": 11, \"template\": \"x\"}", "r.json"),
                    Map.of()))
        .asInstanceOf(type(RecipeException.class))
        .extracting(e -> e.problems().get(0).code())
        .isEqualTo("fan-out-too-wide");
  }

  @Test
  void an_argument_with_a_nul_character_is_an_error_before_anything_starts() {
    assertThat(problemsOf("\"echo {x}\"", Map.of("x", "a\0b")))
        .extracting(Problem::code)
        .containsExactly("nul-character");
  }

  @Test
  void equal_recipes_and_values_have_equal_hashes_and_others_differ() {
    String recipe = "[\"echo {x}\", {\"label\": \"l\", \"template\": \"cat\"}]";
    String hash = plan(recipe, Map.of("x", "1")).hash();
    assertThat(plan(recipe, Map.of("x", "1")).hash()).isEqualTo(hash).hasSize(64);
    assertThat(plan(recipe, Map.of("x", "2")).hash()).isNotEqualTo(hash);
    assertThat(plan(recipe.replace("\"l\"", "\"m\""), Map.of("x", "1")).hash()).isNotEqualTo(hash);
    assertThat(plan("[\"echo 1\", \"cat\"]").hash()).isNotEqualTo(plan("[\"echo 1 cat\"]").hash());
  }

  @Test
  void edges_say_how_output_flows() {
    Plan plan =
        plan(
            "[\"a\", {\"parallel\": true, \"template\": [\"b\", \"c\"]},"
                + " {\"retry\": 2, \"recover\": \"r\", \"template\": \"d\"}]");
    assertThat(plan.edges())
        .extracting(
            edge ->
                plan.step(edge.from()).path()
                    + " "
                    + edge.kind().word()
                    + " "
                    + plan.step(edge.to()).path())
        .containsExactly(
            "0 enter 0.0",
            "0.0 flow 0.1",
            "0.1 flow 0.2",
            "0.1 enter 0.1.0",
            "0.1.0 join 0.1",
            "0.1 enter 0.1.1",
            "0.1.1 join 0.1",
            "0.2 recover 0.2.recover");
  }

  @Test
  void prints_as_tree_dot_mermaid_and_json() throws IOException {
    Plan plan =
        plan(
            """
            {"name": "demo", "template": ["echo 'a b' \\"\\"",
               {"parallel": true, "concurrency": 2, "label": "both \\"q\\"",
                "template": ["b <x>", {"when": false, "template": "c"}]},
               {"retry": 2, "recover": "r", "template": "d"}]}
            """);
    assertThat(print(plan, PlanFormat.TREE))
        .isEqualTo(
            """
            demo: 7 steps, 4 leaves, plan %s
            sees /data (read only)
            0 sequence
            ├─ 0.0 echo 'a b' ''
            ├─ 0.1 both "q": parallel [concurrency 2]
            │  ├─ 0.1.0 b '<x>'
            │  └─ 0.1.1 skipped: when false is false
            └─ 0.2 d [retry 2]
               └─ 0.2.recover recovery: r
            """
                .formatted(plan.hash().substring(0, 12)));
    assertThat(print(plan, PlanFormat.DOT))
        .startsWith("digraph plan {")
        .contains("n3 [shape=box, label=\"0.1.0 b '<x>'\"];")
        .contains("label=\"0.1 both \\\"q\\\": parallel\"")
        .contains("n3 -> n2 [style=dashed];");
    assertThat(print(plan, PlanFormat.MERMAID))
        .startsWith("flowchart LR\n")
        .contains("n3[\"0.1.0 b '&lt;x&gt;'\"]")
        .contains("n0 --> n1");
    assertThat(print(plan, PlanFormat.JSON)).contains("\"planHash\"").contains("\"0.2.recover\"");
  }

  private static String print(Plan plan, PlanFormat format) throws IOException {
    StringBuilder out = new StringBuilder();
    PlanPrinter.print(plan, format, List.of("/data (read only)"), out);
    return out.toString();
  }

  private static List<String> argvs(Plan plan) {
    return plan.steps().stream()
        .filter(LeafStep.class::isInstance)
        .map(step -> String.join(" ", ((LeafStep) step).argv()))
        .collect(Collectors.toList());
  }

  private static List<Problem> problems(String recipe) {
    return problemsOf(recipe, Map.of());
  }

  private static List<Problem> problemsOf(String recipe, Map<String, Object> values) {
    try {
      plan(recipe, values);
      return List.of();
    } catch (RecipeException e) {
      return e.problems();
    }
  }

  private static Plan plan(String recipe) {
    return plan(recipe, Map.of());
  }

  private static Plan plan(String recipe, Map<String, Object> values) {
    return new PlanCompiler(PlanLimits.DEFAULTS)
        .compile(new RecipeReader().read(recipe, "test.json"), values);
  }
}
