package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files of an inbox a recipe takes. */
class InboxRuleTest {

  @ParameterizedTest
  @CsvSource({
    "*.csv, a.csv, true",
    "*.csv, .csv, true",
    "*.csv, a.csv.bak, false",
    "*.csv, A.CSV, false",
    "a?c*, abc, true",
    "a?c*, ac, false",
    "*a*b*c, xaybzc, true",
    "*a*b*c, xaybz, false",
    "orders.csv, orders.csv, true",
    "orders.csv, orders_csv, false",
    "*, anything at all, true",
    "a**b, ab, true",
    "[ab].txt, a.txt, false",
    "'??', 'äß', true"
  })
  void pattern_matches_whole_names_with_two_wildcards(String match, String name, boolean takes) {
    assertThat(new InboxRule(match, "file").takes(name)).isEqualTo(takes);
  }

  @Test
  void pattern_of_many_stars_is_matched_in_no_time() {
    InboxRule rule = new InboxRule("*a".repeat(100) + "b", "file");
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(5), () -> assertThat(rule.takes("a".repeat(255))).isFalse());
  }

  @Test
  void rule_is_read_with_its_recipe() {
    String text =
        "{\"inbox\": {\"match\": \"*.csv\", \"as\": \"file\"}, \"template\": \"wc {file}\"}";
    InboxRule rule = Objects.requireNonNull(Reading.read(text).inbox());
    assertThat(rule).isEqualTo(new InboxRule("*.csv", "file"));
    assertThat(Reading.read("\"wc\"").inbox()).isNull();
  }

  @Test
  void rule_for_an_input_that_the_recipe_lacks_is_refused_with_the_nearest_name() {
    Problem problem =
        Reading.errors(
                "{\"args\": [\"file\"], \"inbox\": {\"match\": \"*\", \"as\": \"fiel\"},"
                    + " \"template\": \"wc {file}\"}")
            .get(0);
    assertThat(problem.code()).isEqualTo("unknown-input");
    assertThat(problem.hint()).isEqualTo("Did you mean 'file'?");
    assertThat(problem.pointer()).isEqualTo("/inbox/as");
  }

  @Test
  void rule_on_a_node_inside_the_recipe_is_refused() {
    String rule = "{\"inbox\": {\"match\": \"*\", \"as\": \"f\"}, \"template\": \"wc {f}\"}";
    assertThat(Reading.codes("{\"template\": [" + rule + "]}")).containsExactly("misplaced-field");
  }
}
