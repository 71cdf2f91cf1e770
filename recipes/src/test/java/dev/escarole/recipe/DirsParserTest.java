package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.recipe.template.Codes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirsParserTest {

  private static Recipe read(String dirs) {
    return new RecipeReader().read("{\"dirs\": " + dirs + ", \"template\": \"echo a\"}", "a.json");
  }

  @Test
  void a_directory_has_a_path_a_mode_and_a_purpose() {
    assertThat(
            read("{\"/books\": \"to\\nreview\", \"/out\": {\"mode\": \"rw\"}}").wantedDirectories())
        .containsExactly(
            new WantedDirectory("/books", false, "to review", "/dirs/~1books"),
            new WantedDirectory("/out", true, "", "/dirs/~1out"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"books\": \"x\"} | bad-directory",
        "{\"/\": \"x\"} | bad-directory",
        "{\"/a/../b\": \"x\"} | bad-directory",
        "{\"/a/\": \"x\"} | bad-directory",
        "{\"/a:b\": \"x\"} | bad-directory",
        "{\"/workspace\": \"x\"} | bad-directory",
        "{\"/inputs/a\": \"x\"} | bad-directory",
        "{\"/recipe\": \"x\"} | bad-directory",
        "{\"/a\": 1} | wrong-type",
        "{\"/a\": {\"mode\": \"wr\"}} | bad-value",
        "{\"/a\": {\"mode\": 1}} | wrong-type",
        "{\"/a\": {\"wy\": \"x\"}} | unknown-field",
        "[\"/a\"] | wrong-type"
      })
  void what_is_no_directory_is_an_error(String dirs, String code) {
    assertThatThrownBy(() -> read(dirs))
        .isInstanceOfSatisfying(
            RecipeException.class,
            e -> {
              assertThat(e.problems()).extracting(Problem::code).containsExactly(code);
              assertThat(e.problems().get(0).pointer()).startsWith("/dirs");
            });
  }

  @Test
  void a_path_of_very_many_parts_is_refused_and_overflows_no_stack() {
    assertThatThrownBy(() -> read("{\"" + "/a".repeat(20_000) + "\": \"x\"}"))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining(Codes.BAD_DIRECTORY);
  }

  @Test
  void a_path_that_contains_a_reserved_name_is_another_one() {
    assertThat(read("{\"/workspaces\": \"x\", \"/a/recipe\": \"y\"}").wantedDirectories())
        .hasSize(2);
    assertThat(Codes.BAD_DIRECTORY).isEqualTo("bad-directory");
  }
}
