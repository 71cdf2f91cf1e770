package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.schedule.LaunchRule;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many runs of a recipe its author allows at once. */
class LaunchRuleTest {

  private static String with(String rule) {
    return "{\"launch\": " + rule + ", \"template\": \"a\"}";
  }

  @Test
  void rule_is_read_with_its_recipe() {
    String rule = "{\"at_once\": 2, \"queue\": 0, \"priority\": -5, \"deadline\": \"1h30m\"}";
    assertThat(Reading.read(with(rule)).launch())
        .isEqualTo(new LaunchRule(2, 0, -5, Duration.ofMinutes(90), null));
  }

  @Test
  void rule_without_more_queues_a_hundred_runs_for_any_time() {
    assertThat(Reading.read(with("{\"at_once\": 1}")).launch())
        .isEqualTo(new LaunchRule(1, 100, 0, null, null));
  }

  @Test
  void rule_about_nodes_alone_limits_nothing() {
    LaunchRule rule = Reading.read(with("{\"node\": \"warehouse-2\"}")).launch();
    assertThat(rule).isEqualTo(new LaunchRule(10_000, 10_000, 0, null, "warehouse-2"));
    assertThat(SchemaTest.violations(with("{\"node\": \"warehouse-2\"}"))).isZero();
  }

  @Test
  void recipe_without_a_rule_has_none() {
    assertThat(Reading.read("\"a\"").launch()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"queue\": 5}",
        "{\"at_once\": 0}",
        "{\"at_once\": 1.5}",
        "{\"at_once\": \"1\"}",
        "{\"at_once\": 10001}",
        "{\"at_once\": 9999999999999}",
        "{\"at_once\": 1, \"queue\": -1}",
        "{\"at_once\": 1, \"queue\": 10001}",
        "{\"at_once\": 1, \"priority\": 101}",
        "{\"at_once\": 1, \"deadline\": 600}",
        "{\"node\": \"\"}",
        "{\"node\": \"Two words\"}",
        "{\"at_once\": 1, \"node\": 7}",
        "{\"at_once\": 1, \"deadline\": \"soon\"}"
      })
  void malformed_rule_is_refused_by_the_schema_and_the_reader(String rule) {
    assertThat(Reading.codes(with(rule))).containsExactly("bad-launch");
    assertThat(SchemaTest.violations(with(rule))).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7|'launch' must be an object with \"at_once\" or \"node\", not a number",
        "{}|'launch' needs \"at_once\", the most runs of the recipe at once, or \"node\", the label"
            + " of the nodes that may run it"
      })
  void refusal_says_that_either_field_is_enough(String rule, String message) {
    assertThat(Reading.errors(with(rule))).extracting(Problem::message).containsExactly(message);
  }

  @Test
  void deadline_of_no_time_is_refused() {
    assertThat(Reading.codes(with("{\"at_once\": 1, \"deadline\": \"0s\"}")))
        .containsExactly("bad-launch");
  }

  @ParameterizedTest
  @CsvSource({"at_ones, at_once", "deadlin, deadline", "prioritty, priority"})
  void misspelt_field_is_refused_with_the_nearest_name(String wrong, String nearest) {
    Problem problem = Reading.errors(with("{\"at_once\": 1, \"" + wrong + "\": 1}")).get(0);
    assertThat(problem.code()).isEqualTo("unknown-field");
    assertThat(problem.hint()).isEqualTo("Did you mean '" + nearest + "'?");
    assertThat(problem.pointer()).isEqualTo("/launch/" + wrong);
  }

  @Test
  void rule_on_a_node_inside_the_recipe_is_refused() {
    assertThat(Reading.codes("{\"template\": [" + with("{\"at_once\": 1}") + "]}"))
        .containsExactly("misplaced-field");
  }
}
