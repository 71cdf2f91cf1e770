package dev.escarole.recipe.template;

import static dev.escarole.recipe.template.Words.codes;
import static dev.escarole.recipe.template.Words.withDefaults;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
  private static final Scope SCOPE =
      Scope.root(Map.of("on", "yes", "off", "no", "items", List.of("x", "0")));

  @ParameterizedTest
  @CsvSource({
    "on, true",
    "off, false",
    "none, false",
    "!on, false",
    "!off, true",
    "! none, true",
    "{on}, true",
    "{off}, false",
    "!{off}, true",
    "{none}, false",
    "{on?yes:}, true",
    "{off?yes:}, false",
    "{none??yes}, true",
    "{items[0]}, true",
    "{items[1]}, false",
    "{none=1}, true",
    "true, true",
    "false, false",
    "'', false",
    "' on ', true"
  })
  @DisplayName(
      "when: a flag name, !flag, or a placeholder expression; \"true\" and \"false\" are booleans")
  void conditions(String text, boolean expected) {
    assertThat(SCOPE.test(Condition.parse(text))).isEqualTo(expected);
  }

  @Test
  @DisplayName("when naming a missing value is false: no error")
  void missing_values_are_false() {
    assertThat(SCOPE.test(Condition.parse("missing"))).isFalse();
    assertThat(SCOPE.test(Condition.parse("{missing[0]}"))).isFalse();
  }

  @Test
  @DisplayName("when: \"user\" with \"bob\" runs")
  void any_text_is_true() {
    assertThat(Scope.root(Map.of("user", "bob")).test(Condition.parse("user"))).isTrue();
  }

  @Test
  void constants() {
    assertThat(SCOPE.test(Condition.of(true))).isTrue();
    assertThat(SCOPE.test(Condition.of(false))).isFalse();
    assertThat(Condition.of(true).mentions()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a && b", "a == b", "{a}{b}", "x{a}", "1", "!", "!!a", "a??b"})
  @DisplayName("a condition that cannot be read is an error")
  void unreadable_conditions(String text) {
    assertThat(codes(() -> Condition.parse(text))).containsExactly(Codes.BAD_CONDITION);
  }

  @Test
  void the_repeat_index_is_a_condition_too() {
    assertThat(SCOPE.repeated(0, 2).test(Condition.parse("index"))).isFalse();
    assertThat(SCOPE.repeated(1, 2).test(Condition.parse("{index%2}"))).isTrue();
  }

  @Test
  void output_selects_a_value_or_a_path() {
    Scope scope = withDefaults(Scope.root(Map.of("dir", "/d")), Map.of("ogg", "{dir}/x.ogg"));
    assertThat(scope.output("ogg")).isEqualTo("/d/x.ogg");
    assertThat(scope.output("{ogg}")).isEqualTo("/d/x.ogg");
    assertThat(scope.output("{dir}/y")).isEqualTo("/d/y");
    assertThat(codes(() -> scope.output("a/b"))).containsExactly(Codes.BAD_OUTPUT);
    assertThat(codes(() -> scope.output("nothing"))).containsExactly(Codes.UNRESOLVED_PLACEHOLDER);
  }
}
