package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.escarole.recipe.template.Codes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recipes in Markdown. */
class MarkdownRecipeTest {
  private static final String HEAD = "---\nargs:\n  - file:path\n---\n\nText.\n\n";

  private static Recipe read(String text) {
    return new RecipeReader().read(text, "keep.md");
  }

  private static Problem problem(String text) {
    List<Problem> all = catchThrowableOfType(RecipeException.class, () -> read(text)).problems();
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "```template\ntee {file}\n```\n",
        "~~~~ template title\ntee {file}\n~~~~",
        "```json\n\"tee {file}\"\n```\n",
        "```json\n{\"template\": \"tee {file}\"}\n```\n",
        "```recipe\ntemplate: tee {file}\n```\n",
        "````text\n```template\nnot this\n```\n````\n```command-template\ntee {file}\n```\n"
      })
  void the_template_is_in_the_one_block_for_it(String block) {
    Recipe recipe = read(HEAD + block);
    assertThat(Commands.of(recipe, Map.of("file", "a b"))).containsExactly(List.of("tee", "a b"));
    assertThat(recipe.warnings()).isEmpty();
  }

  @Test
  void code_within_a_line_of_text_is_no_block() {
    Recipe recipe = read(HEAD + "```tee``` copies its input.\n\n```template\ntee {file}\n```\n");
    assertThat(Commands.of(recipe, Map.of("file", "a"))).containsExactly(List.of("tee", "a"));
  }

  @Test
  void a_template_block_can_hold_json_and_a_command_can_start_with_a_placeholder() {
    assertThat(Commands.of(read("---\n---\n```template\n[\"a\", \"b\"]\n```"), Map.of()))
        .containsExactly(List.of("a"), List.of("b"));
    assertThat(Commands.of(read("---\n---\n```template\n{tool} x\n```"), Map.of("tool", "t")))
        .containsExactly(List.of("t", "x"));
  }

  @Test
  void positions_are_those_in_the_file() {
    assertThat(
            problem(HEAD + "```json\n{\n  \"template\": \"a\",\n  \"tiemout\": 5}\n```").location())
        .hasToString("keep.md:11:3");
    assertThat(problem(HEAD + "```template\ntee 'x\n```").line()).isEqualTo(9);
    assertThat(problem("---\ndescription: x\ntiemout: 5\n---\n```template\na\n```").location())
        .hasToString("keep.md:3:1");
  }

  @Test
  void the_front_matter_can_hold_the_template() {
    assertThat(Commands.of(read("---\ntemplate: a b\n---\n# Only text"), Map.of()))
        .containsExactly(List.of("a", "b"));
  }

  @Test
  void lines_can_end_as_on_windows() {
    Recipe recipe = read((HEAD + "```template\ntee {file}\n```\n").replace("\n", "\r\n"));
    assertThat(Commands.of(recipe, Map.of("file", "f"))).containsExactly(List.of("tee", "f"));
  }

  @Test
  void a_byte_order_mark_moves_nothing() {
    String text = "\uFEFF" + (HEAD + "```template\ntee 'x\n```\n").replace("\n", "\r\n");
    assertThat(problem(text).line()).isEqualTo(9);
    assertThat(Document.mayBeMarkdownRecipe(text.substring(1))).isTrue();
  }

  @Test
  void blocks_in_other_languages_are_examples_for_people() {
    String examples = "```yaml\ntemplate: not this\n```\n\n```sh\nrm x\n```\n\n```\nplain\n```\n\n";
    assertThat(
            Commands.of(
                read(HEAD + examples + "```template\ntee {file}\n```"), Map.of("file", "f")))
        .containsExactly(List.of("tee", "f"));
    Problem none = problem(HEAD + examples);
    assertThat(none.code()).isEqualTo(Codes.MISSING_TEMPLATE);
    assertThat(none.hint()).contains("```template");
    assertThat(none.line()).isEqualTo(4);
  }

  @Test
  void imports_and_all_fields_can_stand_in_the_front_matter() {
    RecipeTexts files =
        new RecipeTexts(
            Map.of(
                "a/main.md",
                "---\nasync: true\nparallel: true\nrepeat: 2\nimports:\n  k: {from: ./k.md, values: {v:"
                    + " '{index}'}}\n---\n```json\n{\"name\": \"k\"}\n```\n",
                "a/k.md",
                "---\nargs: [v]\n---\n```recipe\n- echo {v}\n- cat\n```\n"),
            RecipeLimits.DEFAULTS);
    Recipe recipe =
        new RecipeReader().read(files.find("a/main.md").orElseThrow(), files, "a/main.md");
    assertThat(Commands.of(recipe, Map.of()))
        .containsExactly(
            List.of("echo", "0"), List.of("cat"), List.of("echo", "1"), List.of("cat"));
  }

  @Test
  void what_is_not_a_recipe_says_why() {
    assertThat(problem("# Title\n").code()).isEqualTo(Codes.BAD_MARKDOWN);
    assertThat(problem("---\nx: 1\n").message()).contains("no end");
    assertThat(problem(HEAD + "```template\na\n```\n```json\n\"b\"\n```").message())
        .contains("second code block");
    assertThat(problem(HEAD + "```template\na\n").message()).contains("no end");
    assertThat(problem(HEAD + "```template\n\n```").message()).contains("empty");
    assertThat(problem(HEAD + "no block").code()).isEqualTo(Codes.MISSING_TEMPLATE);
    assertThat(problem(HEAD + "```json\n{\"args\": [\"x\"], \"template\": \"a\"}\n```").code())
        .isEqualTo(Codes.DUPLICATE_KEY);
  }
}
