package dev.escarole.recipe.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.template.Template.HandleTemplate;
import dev.escarole.recipe.template.Template.ListTemplate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Handles in recipes are read like separate files, with positions in the recipe. */
class RecipeHandlesTest {

  private static Recipe recipe(String text) {
    return new RecipeReader().read(text, "recipe.yaml");
  }

  @Test
  void every_mistake_of_every_handle_is_reported_with_its_place_in_the_recipe() {
    RecipeHandles handles =
        RecipeHandles.of(
            recipe(
                """
                template:
                  - name: one
                    handle: command
                    command: ./x
                  - label: two
                    retry: 2
                    recover: {name: back, handle: shell, command: a}
                    template:
                      name: two
                      handle: command
                      command: a
                      io: {stdout: file}
                """));
    assertThat(handles.errors())
        .extracting(Problem::code, Problem::line, Problem::column, Problem::pointer)
        .containsExactly(
            tuple("command-name", 4, 14, "/template/0/command"),
            tuple("unknown-handler", 7, 35, "/template/1/recover/handle"),
            tuple("unknown-stream", 12, 20, "/template/1/template/io/stdout"));
  }

  @Test
  void warnings_are_told_of_as_well() {
    RecipeHandles handles =
        RecipeHandles.of(
            recipe("[a, {name: t, handle: command, command: b, arguments: ['{{x}}']}]"));
    assertThat(handles.errors()).isEmpty();
    assertThat(handles.warnings())
        .extracting(Problem::code, Problem::pointer)
        .containsExactly(tuple("undeclared-parameters", "/1"));
  }

  @Test
  void an_include_means_the_handle_and_not_the_recipe_around_it() {
    Recipe recipe =
        recipe(
            "[{name: t, handle: command, command: b, arguments: [x], description: y,"
                + " directory: {$include: '#/description'}}]");
    HandleTemplate template = (HandleTemplate) ((ListTemplate) recipe.template()).children().get(0);
    CommandHandle handle = RecipeHandles.of(recipe).calledBy(template).orElseThrow();
    assertThat(handle.call(Map.of()).directory()).extracting(each -> each.text()).isEqualTo("y");
  }

  @Test
  @DisplayName("CH-60: texts become what the parameters ask for, and are refused if they cannot")
  void texts_become_what_the_parameters_ask_for() {
    CommandHandle handle =
        Handles.read(
            Handles.tool(
                """
                "parameters": {"type": "object", "properties": {"n": {"type": "integer"}, "l": {"type": "array"},
                  "s": {"type": "string"}, "u": {"type": ["string", "integer"]}, "x": {}}}
                """));
    assertThat(
            handle.typed(
                Map.of("n", "5", "l", "[\"a\"]", "s", "5", "u", "5", "x", "5", "other", "5")))
        .isEqualTo(Map.of("n", 5L, "l", List.of("a"), "s", "5", "u", "5", "x", "5", "other", "5"));
    assertThat(handle.typed(Map.of("s", 5L, "u", 5L)).values()).containsExactlyInAnyOrder("5", 5L);
    assertThat(handle.typed(Map.of("n", "five"))).isEqualTo(Map.of("n", "five"));
    assertThat(
            Handles.codes(Handles.problemsOf(() -> handle.call(handle.typed(Map.of("n", "five"))))))
        .containsExactly("bad-arguments");
  }
}
