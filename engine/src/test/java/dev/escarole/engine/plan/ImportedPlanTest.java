package dev.escarole.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.RecipeTexts;
import dev.escarole.recipe.template.Codes;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Plans of recipes that import others. */
class ImportedPlanTest {
  private final Map<String, String> files =
      new HashMap<>(
          Map.of(
              "ask.json",
              json("{'args': ['q'], 'failure': 'branch', 'template': ['echo {q}', 'sort']}"),
              "main.json",
              json(
                  "{'imports': {'ask': './ask.json'}, 'template': ['echo start', {'name': 'ask',"
                      + " 'retry': 2, 'label': 'asking', 'values': {'q': '{topic}?'}}]}")));

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  private Recipe recipe() {
    RecipeTexts library = new RecipeTexts(files, RecipeLimits.DEFAULTS);
    Document main = library.find("main.json").orElseThrow();
    return new RecipeReader().read(main, library, "main.json");
  }

  private Plan plan(Map<String, Object> values) {
    return new PlanCompiler(PlanLimits.DEFAULTS).compile(recipe(), values);
  }

  @Test
  void each_step_says_from_which_file_it_comes() {
    Plan plan = plan(Map.of("topic", "why"));
    assertThat(plan.steps())
        .extracting(plan::source)
        .containsExactly("main.json", "main.json", "main.json", "ask.json", "ask.json", "ask.json");
    assertThat(plan.step(4).place().pointer()).isEqualTo("ask.json#/template/0");
    assertThat(plan.step(2).controls().retry()).isEqualTo(2);
    assertThat(plan.step(2).label()).isEqualTo("asking");
    assertThat(((LeafStep) plan.step(4)).argv()).containsExactly("echo", "why?");
  }

  @Test
  void the_plan_pins_every_file_and_its_hash_changes_with_each() {
    Plan before = plan(Map.of("topic", "why"));
    assertThat(before.sources())
        .extracting(PlanSource::path)
        .containsExactly("main.json", "ask.json");
    files.compute("ask.json", (path, text) -> text + "\n");
    Plan after = plan(Map.of("topic", "why"));
    assertThat(after.hash()).isNotEqualTo(before.hash());
    assertThat(after.sources().get(0)).isEqualTo(before.sources().get(0));
    assertThat(after.sources().get(1)).isNotEqualTo(before.sources().get(1));
    assertThat(PlanDiff.between(before, after).isEmpty()).isTrue();
  }

  @Test
  void the_tree_and_the_json_show_the_files() throws IOException {
    Plan plan = plan(Map.of("topic", "why"));
    StringBuilder tree = new StringBuilder();
    PlanPrinter.print(plan, PlanFormat.TREE, List.of(), tree);
    assertThat(tree.toString())
        .contains("from ask.json sha256 " + plan.sources().get(1).sha256())
        .contains("echo 'why?' from ask.json")
        .contains("echo start\n");
    StringBuilder text = new StringBuilder();
    PlanPrinter.print(plan, PlanFormat.JSON, List.of(), text);
    assertThat(text.toString())
        .contains("\"sha256\" : \"" + plan.sources().get(1).sha256() + "\"")
        .contains("\"source\" : \"ask.json\"");
  }

  @Test
  void a_missing_argument_is_an_error_at_the_import() {
    files.compute(
        "main.json", (path, text) -> text.replace("{topic}?", "{topic}").replace("'", ""));
    assertThatThrownBy(() -> plan(Map.of()))
        .isInstanceOfSatisfying(
            RecipeException.class,
            wrong -> {
              Problem only = wrong.problems().get(0);
              assertThat(wrong.problems()).hasSize(1);
              assertThat(only.file()).isEqualTo("main.json");
              assertThat(only.message())
                  .contains("import 'ask' (ask.json)", "'topic' has no value");
            });
  }

  @Test
  void an_error_in_an_imported_step_is_located_in_its_file() {
    files.put("ask.json", json("{'args': ['q'], 'repeat': 1, 'template': 'echo {q} {1/index}'}"));
    assertThatThrownBy(() -> plan(Map.of("topic", "[1]")))
        .isInstanceOfSatisfying(
            RecipeException.class,
            wrong -> assertThat(wrong.problems().get(0).file()).isEqualTo("ask.json"));
  }

  @Test
  void a_disabled_recipe_cannot_be_planned() {
    files.put("main.json", json("{'disabled': true, 'template': 'echo a'}"));
    assertThatThrownBy(() -> plan(Map.of()))
        .isInstanceOfSatisfying(
            RecipeException.class,
            wrong -> assertThat(wrong.problems().get(0).code()).isEqualTo(Codes.DISABLED_RECIPE));
  }

  @Test
  void imports_that_multiply_end_at_the_limit_of_steps() {
    for (int i = 0; i < 30; i++) {
      files.put(
          i == 0 ? "main.json" : "d%d.json".formatted(i),
          json("{'imports': {'n': './d%d.json'}, 'template': [{'name': 'n'}, {'name': 'n'}]}")
              .formatted(i + 1));
    }
    files.put("d30.json", "\"echo end\"");
    assertThatThrownBy(() -> plan(Map.of()))
        .isInstanceOfSatisfying(
            RecipeException.class,
            wrong ->
                assertThat(wrong.problems().get(0).code())
                    .isIn(Codes.TOO_MANY_STEPS, Codes.DEADLINE));
  }

  @Test
  void a_number_whose_placeholder_is_empty_is_not_set() {
    files.put(
        "main.json",
        json(
            "{'defaults': {'most': ''}, 'parallel': true, 'concurrency': '{most}', 'template':"
                + " ['echo a', 'echo b']}"));
    assertThat(plan(Map.of()).root().controls().concurrency()).isZero();
    assertThat(plan(Map.of("most", 1)).root().controls().concurrency()).isEqualTo(1);
    assertThatThrownBy(() -> plan(Map.of("most", "all"))).isInstanceOf(RecipeException.class);
    files.put("main.json", json("{'defaults': {'n': ''}, 'repeat': '{n}', 'template': 'echo a'}"));
    assertThatThrownBy(() -> plan(Map.of())).isInstanceOf(RecipeException.class);
  }
}
