package dev.escarole.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.plan.PlanDiff.Entry;
import dev.escarole.engine.plan.PlanDiff.Kind;
import dev.escarole.recipe.RecipeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PlanDiffTest {

  @Test
  void equal_recipes_make_no_difference() {
    assertThat(changed("[\"a\", \"b\"]", "[\"a\",   \"b\"]")).isEmpty();
  }

  @Test
  void an_inserted_step_does_not_make_those_after_it_look_changed() {
    assertThat(changed("[\"a\", \"b\", \"c\"]", "[\"a\", \"x\", \"b\", \"c\"]"))
        .containsExactly("ADDED 0.1");
    assertThat(changed("[\"a\", \"x\", \"b\"]", "[\"a\", \"b\"]")).containsExactly("REMOVED 0.1");
  }

  @Test
  void a_changed_command_or_option_is_shown_with_both_values() {
    assertThat(changed("[\"sort\", \"uniq\"]", "[\"sort -r\", \"uniq\"]"))
        .containsExactly("CHANGED 0.0 command: sort -> sort -r");
    assertThat(
            changed(
                "[{\"retry\": 2, \"template\": \"a\"}]",
                "[{\"failure\": \"branch\", \"timeout\": 50, \"template\": \"a\"}]"))
        .containsExactly("CHANGED 0.0 timeout: 0 -> 50, retry: 2 -> 1, failure: none -> branch");
  }

  @Test
  void branches_are_matched_by_label_wherever_they_stand() {
    String before =
        "{\"parallel\": true, \"template\": [{\"label\": \"x\", \"template\": \"a\"},"
            + " {\"label\": \"y\", \"template\": \"b\"}]}";
    String after =
        "{\"parallel\": true, \"template\": [{\"label\": \"y\", \"template\": \"b 2\"},"
            + " {\"label\": \"x\", \"template\": \"a 2\"}]}";
    assertThat(changed(before, after))
        .containsExactlyInAnyOrder(
            "CHANGED 0.0 command: b -> b 2", "CHANGED 0.1 command: a -> a 2");
  }

  @Test
  void what_is_inside_a_changed_group_is_compared_too() {
    assertThat(
            changed(
                "[{\"template\": [\"a\", \"b\"]}, \"z\"]",
                "[{\"retry\": 2, \"template\": [\"a\", \"c\"]}, \"z\"]"))
        .containsExactly("CHANGED 0.0 retry: 1 -> 2", "CHANGED 0.0.1 command: b -> c");
  }

  @Test
  void a_recovery_that_came_is_added() {
    assertThat(
            changed(
                "[{\"retry\": 2, \"template\": \"a\"}]",
                "[{\"retry\": 2, \"recover\": \"r\", \"template\": \"a\"}]"))
        .containsExactly("ADDED 0.0.recover");
  }

  @Test
  @Timeout(120)
  void a_wide_fan_out_that_changed_throughout_is_compared_in_order() {
    String recipe = "{\"parallel\": true, \"repeat\": 20000, \"template\": \"%s {index}\"}";
    List<String> changes = changed(recipe.formatted("a"), recipe.formatted("b"));
    assertThat(changes).hasSize(20000).contains("CHANGED 0.7 command: a 7 -> b 7");
  }

  @Test
  @Timeout(120)
  void branches_of_a_wide_group_are_matched_by_what_they_are_and_by_label() {
    List<String> names = IntStream.range(0, 5_000).mapToObj(i -> "n" + i).toList();
    List<String> others = new ArrayList<>(names);
    others.remove(0);
    others.remove(others.size() - 1);
    others.add("new");
    others.set(2_000, "other " + others.get(2_000));
    assertThat(changed(wide(names), wide(others)))
        .containsExactlyInAnyOrder(
            "CHANGED 0.2000 command: echo n2001 -> echo other n2001",
            "CHANGED 0.4998 label: n0 -> new, command: echo n0 -> echo new",
            "REMOVED 0.4999");
  }

  /** A branch is labelled by the last word of its text. */
  private static String wide(List<String> texts) {
    return texts.stream()
        .map(
            text ->
                "{\"label\": \"%s\", \"template\": \"echo %s\"}"
                    .formatted(text.substring(text.indexOf(' ') + 1), text))
        .collect(Collectors.joining(", ", "{\"parallel\": true, \"template\": [", "]}"));
  }

  @Test
  void what_a_plan_asks_for_beside_its_steps_is_a_difference() {
    String before = "{\"template\": \"a\"}";
    String after =
        "{\"http\": [{\"origin\": \"https://example.org\"}], \"artifacts\": {\"all\": \"out/*\"}, \"template\": \"a\"}";
    PlanDiff diff = PlanDiff.between(plan(before), plan(after));
    assertThat(diff.isEmpty()).isFalse();
    assertThat(diff.changes())
        .hasSize(2)
        .anySatisfy(line -> assertThat(line).startsWith("added artifact ").contains("out/*"))
        .anySatisfy(line -> assertThat(line).startsWith("added http ").contains("example.org"));
    assertThat(PlanDiff.between(plan(after), plan(after)).isEmpty()).isTrue();
  }

  private static List<String> changed(String before, String after) {
    return PlanDiff.between(plan(before), plan(after)).entries().stream()
        .filter(entry -> entry.kind() != Kind.SAME)
        .map(PlanDiffTest::shown)
        .toList();
  }

  private static String shown(Entry entry) {
    Step step = entry.after() == null ? entry.before() : entry.after();
    String changes = String.join(", ", entry.changes());
    return (entry.kind() + " " + (step == null ? "?" : step.path()) + " " + changes).strip();
  }

  private static Plan plan(String recipe) {
    return new PlanCompiler(PlanLimits.DEFAULTS)
        .compile(new RecipeReader().read(recipe, "test.json"), Map.of());
  }
}
