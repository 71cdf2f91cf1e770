package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.notify.NotifyEvent;
import dev.escarole.recipe.notify.NotifyRule;
import dev.escarole.recipe.template.Codes;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is told about the runs of a recipe. */
class NotifyRuleTest {

  private static Recipe read(String text, String file) {
    return new RecipeReader().read(text, file);
  }

  @Test
  void a_recipe_names_events_and_channels() {
    Recipe recipe =
        read(
            """
            notify:
              - on: [failed, degraded]
                to: ops
              - {on: done, to: [log, mail-2]}
            template: "true"
            """,
            "r.yaml");
    assertThat(recipe.notifications())
        .containsExactly(
            new NotifyRule(Set.of(NotifyEvent.FAILED, NotifyEvent.DEGRADED), List.of("ops")),
            new NotifyRule(Set.of(NotifyEvent.DONE), List.of("log", "mail-2")));
    assertThat(recipe.warnings()).isEmpty();
  }

  @Test
  void a_single_rule_needs_no_list() {
    Recipe recipe =
        read("{\"notify\": {\"on\": \"waiting\", \"to\": \"ops\"}, \"template\": \"a\"}", "r.json");
    assertThat(recipe.notifications())
        .containsExactly(new NotifyRule(Set.of(NotifyEvent.WAITING), List.of("ops")));
    assertThat(read("{\"template\": \"a\"}", "r.json").notifications()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[1]",
        "{\"on\": \"failed\"}",
        "{\"on\": [], \"to\": \"ops\"}",
        "{\"on\": \"failed\", \"to\": []}",
        "{\"on\": \"fialed\", \"to\": \"ops\"}",
        "{\"on\": \"failed\", \"to\": \"https://hook.example/t0ken\"}",
        "{\"on\": \"failed\", \"to\": \"ops@example.org\"}",
        "{\"on\": \"failed\", \"to\": {\"webhook\": \"https://hook.example\"}}"
      })
  void a_rule_that_is_wrong_or_brings_its_own_receiver_is_an_error(String rule) {
    assertThat(Reading.codes("{\"notify\": " + rule + ", \"template\": \"a\"}"))
        .contains(Codes.BAD_NOTIFY);
  }

  @Test
  void a_recipe_can_add_nothing_to_a_channel() {
    assertThat(
            Reading.codes(
                "{\"notify\": {\"on\": \"failed\", \"to\": \"ops\", \"allow_private\": [\"::1\"]},"
                    + " \"template\": \"a\"}"))
        .containsExactly(Codes.UNKNOWN_FIELD);
  }
}
