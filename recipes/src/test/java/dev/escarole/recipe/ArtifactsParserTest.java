package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.KeptPattern;
import org.junit.jupiter.api.Test;

class ArtifactsParserTest {

  private static Recipe read(String artifacts) {
    return new RecipeReader()
        .read("{\"artifacts\": " + artifacts + ", \"template\": \"echo a\"}", "a.json");
  }

  private static void refused(String artifacts, String code, String pointer) {
    assertThatThrownBy(() -> read(artifacts))
        .isInstanceOfSatisfying(
            RecipeException.class,
            e ->
                assertThat(e.problems())
                    .singleElement()
                    .satisfies(
                        problem -> {
                          assertThat(problem.code()).isEqualTo(code);
                          assertThat(problem.pointer()).isEqualTo(pointer);
                        }));
  }

  @Test
  void patterns_are_read_in_order_and_their_placeholders_are_inputs() {
    Recipe recipe = read("{\"report\": \"out/{day}/*.md\", \"log\": \"log.txt\"}");
    assertThat(recipe.artifacts()).extracting(KeptPattern::name).containsExactly("report", "log");
    assertThat(recipe.parameters()).extracting(Parameter::name).containsExactly("day");
    assertThat(recipe.warnings()).isEmpty();
  }

  @Test
  void what_is_no_pattern_is_an_error_at_its_place() {
    refused("{\"a\": \"/etc/passwd\"}", Codes.BAD_PATTERN, "/artifacts/a");
    refused("{\"a\": \"../up\"}", Codes.BAD_PATTERN, "/artifacts/a");
    refused("{\"a\": [\"x\"]}", Codes.WRONG_TYPE, "/artifacts/a");
    refused("{\"a b\": \"x\"}", Codes.BAD_NAME, "/artifacts/a b");
  }

  @Test
  void too_many_entries_are_refused() {
    StringBuilder many = new StringBuilder("{");
    for (int i = 0; i <= KeptPattern.MOST; i++) {
      many.append(i == 0 ? "" : ", ").append("\"a").append(i).append("\": \"x\"");
    }
    refused(many + "}", Codes.OUT_OF_RANGE, "/artifacts");
  }

  @Test
  void a_field_of_another_form_is_that_of_another_host_and_a_warning() {
    for (String json :
        new String[] {
          "{\"artifacts\": [\"out/*\"], \"template\": \"echo a\"}",
          "{\"template\": [{\"artifacts\": {\"a\": \"/x\"}, \"template\": \"echo a\"}]}"
        }) {
      Recipe recipe = new RecipeReader().read(json, "a.json");
      assertThat(recipe.artifacts()).isEmpty();
      assertThat(recipe.ignoredFields()).hasSize(1);
      assertThat(recipe.warnings().get(0).hint()).contains("out/*.md");
    }
  }
}
