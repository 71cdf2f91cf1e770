package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;

/** Short words for tests that read recipes. */
final class Reading {
  private Reading() {}

  static Recipe read(String text) {
    return new RecipeReader().read(text, "test");
  }

  static List<Problem> errors(String text) {
    return errors(text, "test");
  }

  static List<Problem> errors(String text, String fileName) {
    RecipeException failure =
        catchThrowableOfType(RecipeException.class, () -> new RecipeReader().read(text, fileName));
    assertThat(failure).as("a RecipeException for %s", text).isNotNull();
    return failure.problems();
  }

  static List<String> codes(String text) {
    return errors(text).stream().map(Problem::code).toList();
  }

  static List<String> warnings(String text) {
    return read(text).warnings().stream().map(Problem::code).toList();
  }
}
