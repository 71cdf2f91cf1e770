package dev.escarole.recipe.template;

import static dev.escarole.recipe.template.Words.codes;
import static dev.escarole.recipe.template.Words.failure;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentTest {

  private static Object normalised(String type, Object value) {
    return ArgumentType.parse(type).normalise("x", value);
  }

  @ParameterizedTest
  @CsvSource({
    "path, a/./b//c, a/b/c",
    "path, ../a, ../a",
    "path, ./a, a",
    "path, /, /",
    "path, ., .",
    "path, ./, .",
    "path, //a/, /a/",
    "path, ~/x, ~/x",
    "path, a.b/c, a.b/c",
    "int, 42, 42",
    "int, -7, -7",
    "int, 007, 7",
    "int, 3.0, 3",
    "number, 1.50, 1.50",
    "number, 1e3, 1000",
    "bool, Yes, true",
    "bool, 0, false",
    "string, any text, any text",
    "array, '[1,\"a\"]', '[1,\"a\"]'",
    "'enum(check,fix)', fix, fix",
    "'enum( a , b )', a, a"
  })
  @DisplayName(
      "types normalise values; bool: true false 1 0 yes no; array: an array, or JSON text of one")
  void normalisation(String type, String value, String expected) {
    assertThat(PlainValue.text(normalised(type, value))).isEqualTo(expected);
  }

  @Test
  void json_values_are_accepted_where_they_fit() {
    assertThat(normalised("int", 5L)).isEqualTo(5L);
    assertThat(normalised("int", new BigDecimal("5.0"))).isEqualTo(5L);
    assertThat(normalised("bool", true)).isEqualTo(true);
    assertThat(normalised("string", 1L)).isEqualTo("1");
    assertThat(normalised("array", List.of(1L))).isEqualTo(List.of(1L));
  }

  @ParameterizedTest
  @CsvSource({
    "path, ''",
    "int, 1.5",
    "int, ''",
    "int, 99999999999999999999",
    "int, 1e400000000",
    "number, one",
    "number, 1e999999",
    "number, NaN",
    "bool, maybe",
    "array, a",
    "array, '{}'",
    "array, '[1,]'",
    "array, '[01]'",
    "'enum(a,b)', c"
  })
  void values_that_do_not_fit_are_refused(String type, String value) {
    assertThat(codes(() -> normalised(type, value))).containsExactly(Codes.BAD_VALUE);
  }

  @Test
  void json_values_that_do_not_fit_are_refused() {
    assertThat(codes(() -> normalised("path", "a\0b"))).containsExactly(Codes.BAD_VALUE);
    assertThat(codes(() -> normalised("path", 1L))).containsExactly(Codes.BAD_VALUE);
    assertThat(codes(() -> normalised("string", List.of()))).containsExactly(Codes.BAD_VALUE);
    assertThat(codes(() -> normalised("bool", List.of()))).containsExactly(Codes.BAD_VALUE);
    assertThat(codes(() -> normalised("int", Map.of()))).containsExactly(Codes.BAD_VALUE);
    assertThat(codes(() -> normalised("array", "[".repeat(70) + "]".repeat(70))))
        .containsExactly(Codes.BAD_VALUE);
  }

  @Test
  void a_value_error_names_the_argument_the_rule_and_the_value() {
    TemplateException failure = failure(() -> normalised("enum(check,fix)", "chek"));
    assertThat(failure.message()).isEqualTo("'x' must be one of check, fix, not 'chek'");
    assertThat(failure.hint()).isEqualTo("Did you mean 'check'?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"integer", "Int", "", "enum", "enum()", "enum(a,,b)", "enum(a,a)", "enum(a"})
  @DisplayName("unknown types are errors")
  void unknown_types(String type) {
    assertThat(codes(() -> ArgumentType.parse(type))).containsExactly(Codes.UNKNOWN_TYPE);
  }

  @Test
  @DisplayName("n:int=5 is accepted in args")
  void declarations() {
    assertThat(ArgumentDeclaration.parse("n:int=5"))
        .isEqualTo(new ArgumentDeclaration("n", ArgumentType.parse("int"), "5"));
    assertThat(ArgumentDeclaration.parse("mode:enum(a,b)=b").type())
        .isEqualTo(new ArgumentType(ArgumentType.Kind.ENUM, List.of("a", "b")));
    assertThat(ArgumentDeclaration.parse("lang=ru"))
        .isEqualTo(new ArgumentDeclaration("lang", null, "ru"));
    assertThat(ArgumentDeclaration.parse(" text "))
        .isEqualTo(new ArgumentDeclaration("text", null, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "9", "a b", "a?b", "n:int=x", "n:nope", "{a}"})
  void bad_declarations(String text) {
    assertThat(codes(() -> ArgumentDeclaration.parse(text))).hasSize(1);
  }

  @Test
  @DisplayName("duplicate names are rejected")
  void duplicates() {
    List<ArgumentDeclaration> twice =
        List.of(ArgumentDeclaration.parse("a"), ArgumentDeclaration.parse("a:int"));
    assertThat(codes(() -> Arguments.of(twice))).containsExactly(Codes.DUPLICATE_ARGUMENT);
  }

  @Test
  void defaults_in_args_are_defaults_of_the_node() {
    Arguments args = Arguments.of(List.of(ArgumentDeclaration.parse("n:int=5")));
    Scope scope =
        Scope.root(Map.of())
            .enter(new NodeSettings(Map.of(), null, null, null, null, args, Map.of()));
    assertThat(Words.resolved("{n}", scope)).isEqualTo("5");
  }

  @Test
  void near_names_are_found_and_far_ones_are_not() {
    List<String> names = List.of("timeout", "template", "repeat");
    assertThat(NearestName.of("tiemout", names)).isEqualTo("timeout");
    assertThat(NearestName.of("Repeat", names)).isEqualTo("repeat");
    assertThat(NearestName.of("colour", names)).isNull();
    assertThat(NearestName.of("x".repeat(100), names)).isNull();
    assertThat(NearestName.distance("abcd", "acbd")).isEqualTo(1);
  }

  @Property(tries = 300)
  void json_text_reads_back(@ForAll List<List<String>> value) {
    assertThat(JsonText.parse(JsonText.write(value))).isEqualTo(value);
  }

  @Test
  void json_text_is_strict() {
    assertThat(JsonText.parse(" {\"a\": [1, 2.50, true, null, \"\\u00e9\"]} "))
        .isEqualTo(Map.of("a", Arrays.asList(1L, new BigDecimal("2.50"), true, null, "\u00e9")));
    for (String none :
        List.of(
            "",
            "[1] 2",
            "[1,]",
            "{\"a\":1,\"a\":2}",
            "[01]",
            "[1.]",
            "['a']",
            "[NaN]",
            "[1",
            "\"")) {
      assertThat(JsonText.parse(none)).as(none).isNull();
    }
    assertThat(JsonText.parse("[" + "9".repeat(401) + "]")).isNull();
    assertThat(JsonText.parse("[".repeat(64) + "]".repeat(64))).isNotNull();
    assertThat(JsonText.parse("[".repeat(65) + "]".repeat(65))).isNull();
  }

  @Property(tries = 500)
  void noise_is_never_more_than_not_json(@ForAll String noise) {
    Object parsed = JsonText.parse(noise);
    assertThat(parsed == null || JsonText.write(parsed) != null).isTrue();
  }
}
