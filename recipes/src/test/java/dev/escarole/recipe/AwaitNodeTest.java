package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.template.AwaitKind;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.Template.LeafTemplate;
import dev.escarole.recipe.template.Template.ListTemplate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AwaitNodeTest {

  @Test
  void node_that_waits_has_its_kind_and_words() {
    Recipe recipe = Reading.read("[{\"await\": \"approval\", \"show\": \"Release {version}?\"}]");
    LeafTemplate leaf = (LeafTemplate) ((ListTemplate) recipe.template()).children().get(0);
    assertThat(leaf.settings().await()).isEqualTo(AwaitKind.APPROVAL);
    assertThat(leaf.words())
        .extracting(word -> word.text().source())
        .containsExactly("await", "approval", "Release {version}?");
  }

  @Test
  void placeholders_of_show_are_inputs() {
    Recipe recipe = Reading.read("{\"await\": \"callback\", \"show\": \"{job} of {team=ours}\"}");
    assertThat(recipe.parameters()).extracting(Parameter::name).containsExactly("job", "team");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{\"await\": \"aproval\"} | unknown-await | Did you mean 'approval'?",
        "{\"awiat\": \"approval\", \"template\": \"a\"} | unknown-field | Did you mean 'await'?",
        "{\"await\": 1} | wrong-type |",
        "{\"await\": \"approval\", \"template\": \"a\"} | misplaced-field |"
            + " Make the wait a step of its own: [{\"await\": \"approval\"}, ...].",
        "[{\"await\": \"callback\", \"approvals\": 2}] | misplaced-field |"
            + " Add \"await\": \"approval\", or remove the field.",
        "[{\"show\": \"x\", \"template\": \"a\"}] | misplaced-field |"
            + " Add \"await\", or remove the field.",
        "{\"await\": \"approval\", \"approvals\": 101} | out-of-range |",
        "{\"await\": \"approval\", \"show\": \"{a b\", \"timeout\": \"soon\"} | bad-number |"
      })
  void mistakes_are_errors_with_a_way_out(String text, String code, String hint) {
    List<Problem> errors = Reading.errors(text.strip());
    assertThat(errors).extracting(Problem::code).containsExactly(code);
    if (hint != null) {
      assertThat(errors.get(0).hint()).isEqualTo(hint);
    }
  }

  @Test
  void computed_input_cannot_wait() {
    assertThat(
            Reading.codes(
                "{\"compute\": {\"n\": {\"await\": \"approval\"}}, \"template\": \"echo {n}\"}"))
        .containsExactly(Codes.MISPLACED_FIELD);
  }

  @Test
  void what_is_about_commands_has_no_effect() {
    assertThat(
            Reading.warnings(
                "[\"a\", {\"await\": \"approval\", \"cache\": true, \"success_codes\": [0]}]"))
        .containsExactly(Codes.NO_EFFECT, Codes.NO_EFFECT);
  }

  @Test
  void nothing_after_an_approval_reads_from_its_failure() {
    assertThat(Reading.read("[{\"await\": \"approval\"}, \"cat\"]").failureAdvice()).isEmpty();
    assertThat(Reading.read("[\"ls\", {\"await\": \"callback\"}]").failureAdvice()).isEmpty();
    assertThat(Reading.read("[\"ls\", {\"await\": \"approval\"}]").failureAdvice()).isNotEmpty();
  }
}
