package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.template.Codes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 11, B2: a plan says where a step may read the empty output of a failed one. */
class MissingFailureSettingsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[\"cat /nope\", \"wc -l\"]|``",
        "{\"template\": [\"a\", \"b\", \"c\"]}|``",
        "{\"parallel\": true, \"template\": [\"a\", {\"template\": [\"b\", \"c\"]}]}|/template/1",
        "{\"failure\": \"branch\", \"template\": {\"template\": [\"a\", \"b\"]}}|/template",
        "[{\"failure\": \"branch\", \"template\": \"a\"}, \"b\", \"c\"]|``",
        "[\"a\", {\"failure\": \"branch\", \"template\": \"b\"}]|``",
        "{\"repeat\": 3, \"template\": \"a\"}|``",
        "{\"repeat\": \"{n}\", \"template\": [\"a\", \"b\"]}|``",
        "{\"repeat\": 1, \"template\": [\"a\", \"b\"]}|``",
        "[\"a\", \"echo one\", \"wc -l\"]|``",
        "[\"a\", \"cat {file}\"]|``",
        "[\"a\", \"cat - /in/x\"]|``",
        "[\"a\", {\"failure\": \"branch\", \"template\": [{\"when\": \"x\", \"template\": \"echo\"},"
            + " \"b\"]}]|``",
        "[\"a\", {\"parallel\": true, \"template\": [\"echo\", \"b\"]}]|``",
        "[\"a\", {\"retry\": 2, \"recover\": \"b\", \"template\": \"echo\"}]|``"
      })
  void a_sequence_that_says_nothing_is_warned_of_once(String recipe, String pointer) {
    assertThat(Reading.read(recipe).failureAdvice())
        .singleElement()
        .satisfies(
            warning -> {
              assertThat(warning.code()).isEqualTo(Codes.READS_FROM_FAILURE);
              assertThat(warning.pointer()).isEqualTo(pointer);
              assertThat(warning.hint()).contains("failure", "branch");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a\"",
        "[\"a\"]",
        "{\"failure\": \"branch\", \"template\": [\"a\", \"b\"]}",
        "{\"failure\": \"continue\", \"template\": [\"a\", \"b\"]}",
        "[{\"failure\": \"continue\", \"template\": \"a\"}, \"b\"]",
        "{\"parallel\": true, \"template\": [\"a\", \"b\"]}",
        "{\"parallel\": true, \"repeat\": 3, \"template\": \"a\"}",
        "{\"repeat\": 1, \"template\": \"a\"}",
        "{\"retry\": 2, \"recover\": [\"a\", \"b\"], \"template\": \"c\"}",
        "[\"a\", \"echo one\"]",
        "[\"cat /nope\", \"echo {a} {b}\", \"seq 3\"]",
        "[\"a\", \"cat /in/{file}\"]",
        "[\"a\", {\"template\": [\"echo one\"]}]",
        "[\"a\", {\"parallel\": true, \"template\": [\"echo\", \"sleep 1\"]}]",
        "{\"repeat\": 3, \"template\": \"echo {i}\"}",
        "{\"repeat\": 0, \"template\": [\"a\", \"b\"]}"
      })
  void one_that_says_what_a_failure_means_is_not(String recipe) {
    assertThat(Reading.read(recipe).failureAdvice()).isEmpty();
    assertThat(Reading.read("[\"a\", \"b\"]").warnings()).isEmpty();
  }
}
