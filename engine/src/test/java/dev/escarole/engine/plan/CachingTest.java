package dev.escarole.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which leaves of a plan may be answered from the cache. */
class CachingTest {

  private static final String NESTED =
      """
      {"template": ["a", {"cache": true, "retry": 2, "recover": "r", "template": [
        "b", {"cache": false, "template": ["c", {"cache": true, "template": "d"}]}]}, "e"]}
      """;

  private static Plan plan(String recipe) {
    return new PlanCompiler(PlanLimits.DEFAULTS)
        .compile(new RecipeReader().read(recipe, "test.json"), Map.of());
  }

  private static List<String> caching(Plan plan) {
    return plan.steps().stream()
        .filter(LeafStep.class::isInstance)
        .map(LeafStep.class::cast)
        .map(leaf -> leaf.argv().get(0) + " " + leaf.caching())
        .toList();
  }

  private static String printed(Plan plan, PlanFormat format) throws IOException {
    StringBuilder out = new StringBuilder();
    PlanPrinter.print(plan, format, List.of(), out);
    return out.toString();
  }

  @Test
  void the_switch_holds_for_the_node_and_all_below_until_one_says_otherwise() {
    assertThat(caching(plan(NESTED)))
        .containsExactly("a UNSAID", "b ON", "c OFF", "d ON", "r ON", "e UNSAID");
  }

  @Test
  void every_copy_of_a_repeated_node_has_it() {
    Plan plan = plan("{\"cache\": true, \"repeat\": 2, \"template\": \"x\"}");
    assertThat(caching(plan)).containsExactly("x ON", "x ON");
  }

  @Test
  void what_whoever_launches_asks_for_counts_only_where_the_recipe_says_nothing() {
    assertThat(Caching.UNSAID.isOn(true)).isTrue();
    assertThat(Caching.UNSAID.isOn(false)).isFalse();
    assertThat(Caching.ON.isOn(false)).isTrue();
    assertThat(Caching.OFF.isOn(true)).isFalse();
  }

  @Test
  void the_switch_is_part_of_the_plans_hash() {
    String unsaid = plan("{\"template\": \"x\"}").hash();
    String on = plan("{\"cache\": true, \"template\": \"x\"}").hash();
    String off = plan("{\"cache\": false, \"template\": \"x\"}").hash();
    assertThat(List.of(unsaid, on, off)).doesNotHaveDuplicates();
  }

  @Test
  void the_printers_show_it() throws IOException {
    Plan plan = plan(NESTED);
    assertThat(printed(plan, PlanFormat.TREE))
        .contains("0.1.0 b [cache]")
        .contains("0.1.1.0 c [no cache]")
        .doesNotContain("0.2 e [");
    JsonNode steps = new ObjectMapper().readTree(printed(plan, PlanFormat.JSON)).path("steps");
    assertThat(steps)
        .extracting(step -> step.path("path").asText() + " " + step.path("cache"))
        .containsExactly(
            "0 null",
            "0.0 null",
            "0.1 null",
            "0.1.0 true",
            "0.1.1 null",
            "0.1.1.0 false",
            "0.1.1.1 true",
            "0.1.recover true",
            "0.2 null");
  }
}
