package dev.escarole.recipe;

import static dev.escarole.recipe.Reading.read;
import static dev.escarole.recipe.Reading.warnings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.escarole.recipe.template.ArgumentType;
import dev.escarole.recipe.template.Codes;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputsTest {
  private static final ArgumentType INT = ArgumentType.parse("int");

  @Test
  void declared_inputs_come_first_and_mentioned_ones_follow() {
    Recipe recipe =
        read(
            """
            {"args": ["n:int", "text", "lang=en", "flag"], "defaults": {"text": "hi"},
             "template": ["a {n} {text} {lang}", {"when": "flag", "template": "b {inner=x}"}]}
            """);
    assertThat(recipe.parameters())
        .containsExactly(
            new Parameter("n", INT, true, null),
            new Parameter("text", null, false, "hi"),
            new Parameter("lang", null, false, "en"),
            new Parameter("flag", null, false, null),
            new Parameter("inner", null, false, "x"));
  }

  @Test
  void otherwise_they_come_from_the_placeholders_in_order_of_appearance() {
    Recipe recipe =
        read(
            """
            {"repeat": "{items.length}",
             "template": ["a {z} {n:int=5} {items[index]} {index+1} {_index}",
                          {"when": "flag", "template": "b {only}"},
                          {"defaults": {"codec": "opus", "docs": "{repo}/d"}, "template": "c {codec} {docs}"}],
             "output": "ogg"}
            """);
    assertThat(recipe.parameters())
        .containsExactly(
            new Parameter("items", ArgumentType.parse("array"), true, null),
            new Parameter("z", null, true, null),
            new Parameter("n", INT, false, "5"),
            new Parameter("flag", null, false, null),
            new Parameter("only", null, false, null),
            new Parameter("repo", null, true, null),
            new Parameter("codec", null, false, "opus"),
            new Parameter("docs", null, false, "{repo}/d"),
            new Parameter("ogg", null, true, null));
  }

  @Test
  void names_in_the_defaults_of_args_are_inputs_of_an_inner_node() {
    Recipe recipe = read("[{\"args\": [\"docs={repo}/docs\"], \"template\": \"a {docs}\"}]");
    assertThat(recipe.parameters())
        .containsExactly(
            new Parameter("repo", null, true, null),
            new Parameter("docs", null, false, "{repo}/docs"));
    assertThat(Commands.of(recipe, Map.of("repo", "/r"))).containsExactly(List.of("a", "/r/docs"));
  }

  @Test
  void a_default_that_names_itself_does_not_fill_itself() {
    Recipe recipe = read("{\"defaults\": {\"m\": \"{m}\"}, \"template\": \"a {m}\"}");
    assertThat(recipe.parameters()).containsExactly(new Parameter("m", null, true, null));
  }

  @Test
  void values_are_put_into_the_form_of_their_type() {
    Recipe recipe =
        read(
            "{\"args\": [\"n:int\", \"p:path\", \"l:array\", \"b:bool\", \"t\"], \"template\": \"x {n} {p} {l} {b} {t}\"}");
    Map<String, Object> raw = new HashMap<>();
    raw.put("n", "007");
    raw.put("p", "a//b");
    raw.put("l", "[1, \"x\"]");
    raw.put("b", "yes");
    raw.put("t", null);
    assertThat(recipe.bind(raw))
        .isEqualTo(Map.of("n", 7L, "p", "a/b", "l", List.of(1L, "x"), "b", true));
    assertThat(recipe.bind(Map.of("t", 1.5, "l", Arrays.asList(1, null))))
        .isEqualTo(Map.of("t", new BigDecimal("1.5"), "l", Arrays.asList(1L, null)));
  }

  @Test
  void every_value_that_does_not_fit_is_reported() {
    Recipe recipe =
        read(
            "{\"args\": [\"count:int\", \"mode:enum(check,fix)\"], \"template\": \"x {count} {mode}\"}");
    RecipeException failure =
        catchThrowableOfType(
            RecipeException.class,
            () ->
                recipe.bind(
                    new java.util.TreeMap<>(Map.of("count", "x", "mode", "chek", "cuont", 1))));
    assertThat(failure.problems())
        .extracting(Problem::code)
        .containsExactly(Codes.BAD_VALUE, Codes.UNKNOWN_INPUT, Codes.BAD_VALUE);
    assertThat(failure.problems().get(1).hint()).isEqualTo("Did you mean 'count'?");
    assertThat(failure.problems().get(0).toString()).startsWith("test: error[bad-value]");
  }

  @Test
  void a_missing_value_is_no_matter_of_binding() {
    assertThat(read("\"x {a}\"").bind(Map.of())).isEmpty();
  }

  @Test
  @DisplayName("untyped args and untyped placeholders go together with a type written once")
  void a_type_written_once_holds_everywhere() {
    Recipe recipe = read("{\"args\": [\"n\"], \"template\": [\"a {n:int}\", \"b {n}\"]}");
    assertThat(recipe.parameters()).containsExactly(new Parameter("n", INT, true, null));
    assertThat(Commands.of(recipe, Map.of("n", "05")))
        .containsExactly(List.of("a", "5"), List.of("b", "5"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"bash -c x\"|shell-command",
        "\"/bin/sh run.sh\"|shell-command",
        "\"sudo -n env A=1 zsh\"|shell-command",
        "\"node -e x\"|eval-code",
        "\"js -p x\"|eval-code",
        "\"python3.11 -c x\"|eval-code",
        "\"perl -ne x\"|eval-code",
        "\"ruby -e {code}\"|eval-code",
        "\"rm -rf /\"|broad-path",
        "\"rm -rf {dir}\"|broad-path",
        "\"mv a *\"|broad-path",
        "\"cp -r . /backup/x\"|broad-path",
        "\"rsync -a src/x /home\"|broad-path",
        "\"echo {text=two words}\"|stray-brace",
        "{\"parallel\": true, \"template\": \"a\"}|no-effect",
        "{\"recover\": \"c\", \"template\": \"a\"}|no-effect",
        "{\"recover\": \"c\", \"retry\": 1, \"template\": \"a\"}|no-effect",
        "{\"template\": {\"output\": \"x\", \"template\": \"a {x}\"}}|no-effect",
        "{\"args\": [\"unused\"], \"template\": \"a\"}|no-effect",
        "{\"args\": [\"index\"], \"template\": \"a {index}\"}|reserved-name",
        "{\"defaults\": {\"_next\": 1}, \"template\": \"a\"}|reserved-name",
        "{\"args\": [\"model\"], \"template\": \"a {model} {modle}\"}|undeclared-placeholder"
      })
  void doubtful_shapes_are_warned_of_and_never_blocked(String text, String code) {
    assertThat(warnings(text)).containsExactly(code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"python script.py -c\"|eval-code",
        "\"echo bash -c\"|",
        "\"rm -f out/a.txt\"|",
        "\"cp a.txt b.txt\"|",
        "{\"parallel\": true, \"repeat\": 2, \"template\": \"a\"}|",
        "{\"recover\": \"c\", \"retry\": \"{n=2}\", \"template\": \"a\"}|",
        "\"find -exec x {}\"|"
      })
  void ordinary_shapes_are_left_alone(String text, String code) {
    assertThat(warnings(text)).isEqualTo(code == null ? List.of() : List.of(code));
  }
}
