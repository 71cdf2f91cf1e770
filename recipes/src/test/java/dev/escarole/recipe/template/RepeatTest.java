package dev.escarole.recipe.template;

import static dev.escarole.recipe.template.Words.codes;
import static dev.escarole.recipe.template.Words.resolved;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatTest {
  private static final Scope NOTHING = Scope.root(Map.of());

  @ParameterizedTest
  @CsvSource({
    "{index}, 0, 9",
    "{_index}, 00, 09",
    "{_(index+1)}, 01, 10",
    "{__(index+1)}, 001, 010",
    "{_(prev+1)}, 10, 09",
    "{_(next+1)}, 02, 01",
    "{prev}, 9, 8",
    "{next}, 1, 0",
    "{repeat}, 10, 10",
    "{index+1}, 1, 10",
    "{repeat-1}, 9, 9",
    "{__repeat}, 010, 010",
    "{(index+1)*2-1}, 1, 19",
    "{index/2}, 0, 4",
    "{index%4}, 0, 1",
    "{index-next}, -1, 9"
  })
  @DisplayName("standard: generated repeat values, padding and arithmetic; - is an operator")
  void generated_values(String text, String first, String last) {
    assertThat(resolved(text, NOTHING.repeated(0, 10))).isEqualTo(first);
    assertThat(resolved(text, NOTHING.repeated(9, 10))).isEqualTo(last);
  }

  @Test
  @DisplayName("standard: render page{_(index+1)}.html --prev … --next … --zero …")
  void the_example_of_the_standard() {
    var words =
        WordSplitter.split(
            "render page{_(index+1)}.html --prev page{_(prev+1)}.html"
                + " --next page{_(next+1)}.html --zero page{_index}.html");
    assertThat(NOTHING.repeated(7, 8).argv(words))
        .containsExactly(
            "render",
            "page08.html",
            "--prev",
            "page07.html",
            "--next",
            "page01.html",
            "--zero",
            "page07.html");
  }

  @Test
  @DisplayName("repeat placeholders: generated values win over runtime values of the same name")
  void generated_values_win() {
    Scope scope = Scope.root(Map.of("index", "mine", "repeat-1", "mine too", "_next", "x"));
    assertThat(resolved("{index} {repeat-1} {_next}", scope.repeated(0, 3))).isEqualTo("0 2 01");
    assertThat(resolved("{index} {repeat-1} {_next}", scope)).isEqualTo("mine mine too x");
  }

  @Test
  @DisplayName(
      "inside a repeat the reserved names win over dashed names only where arithmetic results")
  void other_dashed_names_stay_names() {
    Scope scope = Scope.root(Map.of("index-file", "f", "my-index", "m")).repeated(0, 2);
    assertThat(resolved("{index-file} {my-index}", scope)).isEqualTo("f m");
  }

  @Test
  void outside_a_repeat_generated_values_are_missing() {
    TemplateException failure = Words.failure(() -> resolved("{index+1}", NOTHING));
    assertThat(failure.code()).isEqualTo(Codes.UNRESOLVED_PLACEHOLDER);
    assertThat(failure.hint()).contains("repeat");
    assertThat(codes(() -> resolved("{index}", NOTHING)))
        .containsExactly(Codes.UNRESOLVED_PLACEHOLDER);
    assertThat(resolved("{1+2}", NOTHING)).isEqualTo("3");
  }

  @Test
  @DisplayName("padding counts the sign, as printf does")
  void negative_numbers_are_padded_behind_the_sign() {
    assertThat(resolved("{__(index-1)}", NOTHING.repeated(0, 2))).isEqualTo("-01");
    assertThat(resolved("{_(index-1)}", NOTHING.repeated(0, 2))).isEqualTo("-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "n+1",
        "index+",
        "(index",
        "index)",
        "index++1",
        "1.5+1",
        "index+n",
        "index&1+1",
        "index(1)",
        "99999999999999999999+1",
        "_______________(index+1)",
        "index.x+1",
        "Index+1"
      })
  @DisplayName("expression variables: only index, prev, next, repeat; anything else is an error")
  void bad_expressions(String expression) {
    assertThat(codes(() -> Text.parse("{" + expression + "}"))).hasSize(1);
  }

  @Test
  @DisplayName("division by zero is an error; / truncates")
  void division() {
    assertThat(codes(() -> resolved("{1/index}", NOTHING.repeated(0, 1))))
        .containsExactly(Codes.DIVISION_BY_ZERO);
    assertThat(codes(() -> resolved("{1%index}", NOTHING.repeated(0, 1))))
        .containsExactly(Codes.DIVISION_BY_ZERO);
    assertThat(resolved("{(index-7)/2}", NOTHING.repeated(0, 1))).isEqualTo("-3");
  }

  @Test
  void overflow_is_an_error() {
    assertThat(codes(() -> resolved("{9223372036854775807+1}", NOTHING)))
        .containsExactly(Codes.BAD_EXPRESSION);
    assertThat(codes(() -> resolved("{(0-9223372036854775807-1)/(0-1)}", NOTHING)))
        .containsExactly(Codes.BAD_EXPRESSION);
  }

  @Test
  void hostile_expressions_are_refused_without_recursing() {
    String deep = "(".repeat(100) + "1" + ")".repeat(100);
    String lengthy = "1" + "+1".repeat(100_000);
    assertThat(codes(() -> RepeatExpression.parse(deep))).containsExactly(Codes.BAD_EXPRESSION);
    assertThat(codes(() -> RepeatExpression.parse(lengthy))).containsExactly(Codes.BAD_EXPRESSION);
  }

  @Test
  @DisplayName(
      "repeat and numeric control fields accept 3, \"3\", {items.length} and a placeholder such as {n}")
  void control_numbers() {
    Scope scope = Scope.root(Map.of("n", "4", "m", 5L, "items", java.util.List.of(1L, 2L)));
    assertThat(scope.number(Text.parseNumber("3"), Setting.REPEAT)).isEqualTo(3);
    assertThat(scope.number(Text.parseNumber("3"), Setting.RETRY)).isEqualTo(3);
    assertThat(scope.number(Text.parseNumber("{n}"), Setting.CONCURRENCY)).isEqualTo(4);
    assertThat(scope.number(Text.parseNumber("{m}"), Setting.MIN_SUCCESSFUL)).isEqualTo(5);
    assertThat(scope.number(Text.parseNumber("{items.length}"), Setting.REPEAT)).isEqualTo(2);
    assertThat(scope.number(Text.parseNumber("{n}000"), Setting.TIMEOUT)).isEqualTo(4000);
    assertThat(scope.repeated(1, 2).number(Text.parseNumber("{index*100}"), Setting.DELAY))
        .isEqualTo(100);
    assertThat(scope.number(Text.parseNumber("{items.length}"), Setting.MIN_SUCCESSFUL))
        .isEqualTo(2);
    assertThat(scope.number(Text.parseNumber("0"), Setting.REPEAT)).isZero();
    assertThat(scope.number(Text.parseNumber("0"), Setting.MIN_SUCCESSFUL)).isZero();
  }

  private static Object read(Setting setting, Object written) {
    return setting.valueForm().read(setting.key(), written);
  }

  @Test
  @DisplayName("control numbers: negative, non-numeric, or retry below 1 are errors")
  void control_ranges() {
    assertThat(codes(() -> read(Setting.DELAY, -1L))).containsExactly(Codes.OUT_OF_RANGE);
    assertThat(codes(() -> read(Setting.RETRY, 0L))).containsExactly(Codes.OUT_OF_RANGE);
    assertThat(codes(() -> read(Setting.CONCURRENCY, 0L))).containsExactly(Codes.OUT_OF_RANGE);
    assertThat(codes(() -> read(Setting.TIMEOUT, Long.MAX_VALUE)))
        .containsExactly(Codes.OUT_OF_RANGE);
    assertThat(codes(() -> read(Setting.DELAY, "soon"))).containsExactly(Codes.BAD_NUMBER);
    Scope scope = Scope.root(Map.of("n", "-1", "t", "x"));
    assertThat(codes(() -> scope.number(Text.parseNumber("{n}"), Setting.REPEAT)))
        .containsExactly(Codes.OUT_OF_RANGE);
    assertThat(Words.failure(() -> scope.number(Text.parseNumber("{t}"), Setting.DELAY)).message())
        .isEqualTo("'delay' must be a whole number, not 'x' (from {t})");
    assertThat(codes(() -> scope.number(Text.parseNumber("{none}"), Setting.RETRY)))
        .containsExactly(Codes.UNRESOLVED_PLACEHOLDER);
  }

  @Test
  void a_copy_outside_its_repeat_is_a_bug_of_the_caller() {
    assertThatThrownBy(() -> NOTHING.repeated(3, 3)).isInstanceOf(IllegalArgumentException.class);
  }

  /** An expression, and its value computed the slow way for index 2 of 5. */
  record Sum(String text, BigInteger value) {}

  @Provide
  Arbitrary<Sum> sums() {
    Arbitrary<Sum> operand =
        Arbitraries.oneOf(
            Arbitraries.integers().between(0, 99).map(n -> sum(String.valueOf(n), n)),
            Arbitraries.of(sum("index", 2), sum("prev", 1), sum("next", 3), sum("repeat", 5)));
    return Arbitraries.recursive(
        () -> operand,
        inner ->
            Combinators.combine(inner, inner, Arbitraries.of('+', '-', '*', '/', '%'))
                .as(RepeatTest::combined),
        0,
        3);
  }

  private static Sum sum(String text, int value) {
    return new Sum(text, BigInteger.valueOf(value));
  }

  private static Sum combined(Sum left, Sum right, char operator) {
    boolean divides = operator == '/' || operator == '%';
    char safe = divides && right.value().signum() == 0 ? '+' : operator;
    BigInteger value =
        switch (safe) {
          case '+' -> left.value().add(right.value());
          case '-' -> left.value().subtract(right.value());
          case '*' -> left.value().multiply(right.value());
          case '/' -> left.value().divide(right.value());
          default -> left.value().remainder(right.value());
        };
    return new Sum("(" + left.text() + ")" + safe + " (" + right.text() + ")", value);
  }

  @Property(tries = 500)
  void arithmetic_agrees_with_big_integers(@ForAll("sums") Sum sum) {
    assertThat(RepeatExpression.parse(sum.text()).evaluate(2, 5))
        .isEqualTo(sum.value().longValue());
  }

  @Property(tries = 200)
  void precedence_and_association_are_the_usual_ones(
      @ForAll @IntRange(min = 0, max = 50) int a,
      @ForAll @IntRange(min = 1, max = 50) int b,
      @ForAll @IntRange(min = 1, max = 50) int c) {
    assertThat(RepeatExpression.parse(a + "-" + b + "-" + c).evaluate(0, 1)).isEqualTo(a - b - c);
    assertThat(RepeatExpression.parse(a + "*" + b + "/" + c).evaluate(0, 1)).isEqualTo(a * b / c);
    assertThat(RepeatExpression.parse(a + "+" + b + "%" + c).evaluate(0, 1)).isEqualTo(a + b % c);
  }
}
