package dev.escarole.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.recipe.Document;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.RecipeTexts;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.FailureScope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fields of a node apply around the recipe that it runs. */
@Timeout(60)
class ImportNodePlanTest {
  private final Map<String, String> files =
      new HashMap<>(
          Map.of(
              "ask.json", json("{'args': ['q=why'], 'template': ['echo {q}', 'sort']}"),
              "one.json", json("{'label': 'own', 'timeout': 7, 'template': 'echo one'}"),
              "clean.json", json("{'args': ['dir=tmp'], 'template': 'rm -r {dir}'}")));

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  private Recipe recipe(String text) {
    files.put("main.json", json(text));
    RecipeTexts library = new RecipeTexts(files, RecipeLimits.DEFAULTS);
    Document main = library.find("main.json").orElseThrow();
    return new RecipeReader().read(main, library, "main.json");
  }

  private Plan plan(String template, Map<String, Object> values) {
    String imports = "{'imports': {'ask': './ask', 'one': './one', 'clean': './clean'}, ";
    return new PlanCompiler(PlanLimits.DEFAULTS)
        .compile(recipe(imports + "'template': " + template + "}"), values);
  }

  private static Step only(Plan plan, String label) {
    return plan.steps().stream()
        .filter(step -> label.equals(step.label()))
        .reduce((one, other) -> one)
        .orElseThrow();
  }

  @Test
  void each_setting_of_a_step_applies_to_the_node_and_not_inside() {
    Plan plan =
        plan(
            "[{'name': 'one', 'label': 'L {n=1}', 'retry': 2, 'retry_delay': 5, 'timeout': 900,"
                + " 'delay': 3, 'failure': 'branch', 'output': 'x', 'recover': {'name': 'clean',"
                + " 'values': {'dir': '{n=1}'}}}]",
            Map.of());
    Step around = plan.step(1);
    assertThat(around.label()).isEqualTo("L 1");
    assertThat(around.controls().retry()).isEqualTo(2);
    assertThat(around.controls().timeoutMillis()).isEqualTo(900);
    assertThat(around.controls().delayMillis()).isEqualTo(3);
    assertThat(around.controls().failure()).isEqualTo(FailureScope.BRANCH);
    Step recover = Objects.requireNonNull(around.recover());
    assertThat(plan.source(recover)).isEqualTo("main.json");
    Step inside = only(plan, "own");
    assertThat(plan.source(inside)).isEqualTo("one.json");
    assertThat(inside.controls().timeoutMillis()).isEqualTo(7);
    assertThat(inside.controls().retry()).isEqualTo(1);
    assertThat(plan.steps())
        .filteredOn(step -> "clean.json".equals(plan.source(step)))
        .singleElement()
        .satisfies(step -> assertThat(((LeafStep) step).argv()).containsExactly("rm", "-r", "1"));
  }

  @Test
  void success_codes_and_cache_reach_the_leaves_as_through_any_node() {
    Plan plan = plan("{'name': 'ask', 'success_codes': [0, 1], 'cache': true}", Map.of());
    assertThat(plan.steps())
        .filteredOn(LeafStep.class::isInstance)
        .hasSize(2)
        .allSatisfy(
            leaf -> {
              assertThat(leaf.controls().successCodes().contains(1)).isTrue();
              assertThat(((LeafStep) leaf).caching()).isEqualTo(Caching.ON);
            });
  }

  @Test
  void copies_run_in_parallel_with_their_own_values() {
    Plan plan =
        plan(
            "{'name': 'ask', 'parallel': true, 'repeat': '{all.length}', 'concurrency': 2,"
                + " 'min_successful': 1, 'label': 'of {all[index]}', 'values': {'q':"
                + " '{all[index]} {_(index+1)}'}}",
            Map.of("all", List.of("a", "b", "c")));
    assertThat(plan.root().children()).isNotEmpty();
    assertThat(plan.steps())
        .filteredOn(step -> step instanceof LeafStep leaf && leaf.argv().get(0).equals("echo"))
        .extracting(step -> ((LeafStep) step).argv().get(1))
        .containsExactly("a 01", "b 02", "c 03");
    assertThat(plan.steps()).extracting(Step::label).contains("of a", "of b", "of c");
    assertThat(plan.steps())
        .anySatisfy(
            step -> {
              assertThat(step.controls().concurrency()).isEqualTo(2);
              assertThat(step.controls().minSuccessful()).isEqualTo(1);
            });
  }

  @Test
  void a_node_that_is_ruled_out_needs_no_values_and_has_no_steps_inside() {
    files.put("needs.json", json("{'args': ['n:int'], 'template': 'echo {n}'}"));
    Recipe recipe =
        recipe(
            "{'imports': {'needs': './needs'}, 'template': ['echo a', {'name': 'needs', 'when':"
                + " '{more}'}, {'name': 'needs', 'repeat': '{times}'}]}");
    Plan plan =
        new PlanCompiler(PlanLimits.DEFAULTS).compile(recipe, Map.of("times", 0, "more", ""));
    assertThat(plan.steps())
        .filteredOn(Step::isSkipped)
        .extracting(plan::source)
        .containsOnly("main.json")
        .hasSize(2);
  }

  /** Two imports of the next file in each of 31: 4 billion leaves. */
  private Recipe bomb(String around, String end) {
    for (int i = 1; i < 31; i++) {
      files.put("d%d.json".formatted(i), level(around, i));
    }
    files.put("d31.json", json(end));
    return recipe(level(around, 0));
  }

  private static String level(String around, int i) {
    return json(
        ("{'imports': {'n': './d%d.json'}, 'template': [{'name': 'n'"
                + around
                + "}, {'name': 'n'}]}")
            .formatted(i + 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ", 'repeat': 3",
        ", 'parallel': true, 'repeat': 2",
        ", 'recover': {'name': 'n'}",
        ", 'values': {'x': '{x=a}{x=a}'}",
        ", 'defaults': {'x': '{y=b}'}",
        ", 'delay': 1"
      })
  void imports_that_multiply_are_read_at_once_and_planned_up_to_the_limit(String around) {
    Recipe recipe = bomb(around, "{'args': ['x='], 'template': 'echo {x}'}");
    assertThat(recipe.sources()).hasSize(32);
    assertThatThrownBy(() -> new PlanCompiler(PlanLimits.DEFAULTS).compile(recipe, Map.of()))
        .isInstanceOfSatisfying(
            RecipeException.class,
            wrong ->
                assertThat(wrong.problems().get(0).code())
                    .isIn(
                        Codes.TOO_MANY_STEPS,
                        Codes.DEADLINE,
                        Codes.PLAN_TOO_LARGE,
                        Codes.TEXT_TOO_LONG));
  }

  @Test
  void imports_that_multiply_nothing_are_limited_too() {
    Recipe never = bomb("", "{'when': false, 'template': 'echo a'}");
    assertThatThrownBy(() -> new PlanCompiler(PlanLimits.DEFAULTS).compile(never, Map.of()))
        .isInstanceOf(RecipeException.class);
    Recipe none = bomb("", "{'repeat': 0, 'template': 'echo a'}");
    assertThatThrownBy(() -> new PlanCompiler(PlanLimits.DEFAULTS).compile(none, Map.of()))
        .isInstanceOf(RecipeException.class);
  }
}
