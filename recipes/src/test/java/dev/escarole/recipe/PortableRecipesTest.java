package dev.escarole.recipe;

import static dev.escarole.recipe.Reading.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.template.Codes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 11, B9: recipes with fields of other hosts load, and mean what they say to us. */
class PortableRecipesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "async", "control", "x_owner", "x-owner", "critical", "pipe", "command", "singleton",
        "accept_output", "artifacts", "singleton", "retire_when", "version", "tags", "type",
            "owner",
        "colour", "report", "record", "schema", "timeout_policy", "env", "Ünicode"
      })
  void fields_that_are_none_of_ours_are_warnings_with_their_place(String field) {
    Recipe recipe = read("{\"template\": \"a {x=1}\",\n \"" + field + "\": [\"odd\", {}]}");
    assertThat(recipe.warnings())
        .singleElement()
        .satisfies(
            warning -> {
              assertThat(warning.code()).isIn(Codes.UNKNOWN_FIELD, Codes.RETIRED_FIELD);
              assertThat(warning.line()).isEqualTo(2);
              assertThat(warning.pointer()).isEqualTo("/" + field);
            });
    assertThat(Commands.of(recipe, Map.of())).containsExactly(List.of("a", "1"));
    assertThat(recipe.ignoredFields()).containsExactly("/" + field);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "paralel", "Parallel", "templates", "tiemout", "retries", "retry-delay", "retryDelay",
        "min_sucessfull", "fialure", "arg", "default", "delay_ms", "timeout_seconds", "succes_codes"
      })
  void near_misses_of_our_fields_stay_errors(String field) {
    assertThat(Reading.codes("{\"template\": \"a\", \"" + field + "\": 1}"))
        .containsExactly(Codes.UNKNOWN_FIELD);
  }

  @Test
  void the_hint_of_an_older_field_names_todays() {
    assertThat(read("{\"critical\": true, \"template\": \"a\"}").warnings().get(0).hint())
        .contains("\"failure\": \"root\"");
  }

  @Test
  void a_launch_names_them_all_in_one_warning() {
    Recipe recipe =
        read(
            "{\"async\": true, \"template\": [{\"control\": 1, \"template\": \"a\"},"
                + " {\"control\": 1, \"template\": \"a\"}]}");
    assertThat(recipe.warnings()).hasSize(3);
    assertThat(recipe.launchWarnings())
        .singleElement()
        .satisfies(warning -> assertThat(warning.message()).endsWith(": async, control"));
  }

  @Test
  void an_inline_default_ends_where_other_args_begin() {
    Recipe recipe =
        read(
            "{\"args\": [\"x=1\", \"n:int=5\"], \"template\": [\"a {x} {n}\","
                + " {\"args\": [\"y\"], \"template\": \"b {x=none} {n=9}\"}]}");
    assertThat(Commands.of(recipe, Map.of()))
        .containsExactly(List.of("a", "1", "5"), List.of("b", "none", "9"));
  }

  @Test
  void without_another_default_a_replaced_one_leaves_the_name_without_a_value() {
    Recipe recipe =
        read("{\"args\": [\"x=1\"], \"template\": {\"args\": [], \"template\": \"b {x}\"}}");
    assertThat(recipe.parameters().get(0).required()).isTrue();
    assertThat(Commands.of(recipe, Map.of("x", "v"))).containsExactly(List.of("b", "v"));
  }

  @Test
  void defaults_of_nodes_and_inline_defaults_that_nobody_replaced_hold_as_before() {
    Recipe recipe =
        read(
            "{\"args\": [\"x=1\"], \"defaults\": {\"d\": \"2\"}, \"template\": ["
                + "{\"template\": \"a {x} {d}\"},"
                + "{\"args\": [\"y=3\"], \"defaults\": {\"x\": \"{x}\"}, \"template\": \"b {x} {d} {y}\"}]}");
    assertThat(Commands.of(recipe, Map.of()))
        .containsExactly(List.of("a", "1", "2"), List.of("b", "1", "2", "3"));
  }
}
