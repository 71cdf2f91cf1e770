package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.escarole.recipe.template.Scope;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.Template.HandleTemplate;
import dev.escarole.recipe.template.Template.ListTemplate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Handles in recipes, and their arguments. */
class HandleNodeTest {
  private static final String HANDLE =
      "{\"name\": \"t\", \"handle\": \"command\", \"command\": \"tool\", \"arguments\": [{\"$\":"
          + " \"a\"}], \"parameters\": {\"type\": \"object\", \"properties\": {\"a\": {\"type\":"
          + " \"string\"}, \"b\": {}}, \"required\": [\"a\"]}}";

  private static final String OPEN =
      "{\"name\": \"t\", \"handle\": \"command\", \"command\": \"tool\", \"arguments\": [{\"$\":"
          + " \"a\"}]}";

  private static HandleTemplate handle(Template template) {
    return (HandleTemplate) template;
  }

  @Test
  void a_handle_may_stand_wherever_a_template_may() {
    Template whole = Reading.read(HANDLE).template();
    assertThat(handle(whole).pointer()).isEmpty();
    assertThat(handle(whole).handlePointer()).isEmpty();

    Template node = Reading.read("{\"retry\": 2, \"template\": " + HANDLE + "}").template();
    assertThat(handle(node).pointer()).isEmpty();
    assertThat(handle(node).handlePointer()).isEqualTo("/template");
    assertThat(node.settings().number(Setting.RETRY)).isNotNull();

    ListTemplate list =
        (ListTemplate)
            Reading.read("[" + HANDLE + ", {\"label\": \"x\", \"template\": " + HANDLE + "}]")
                .template();
    assertThat(list.children())
        .extracting(Template::pointer, each -> handle(each).handlePointer())
        .containsExactly(tuple("/0", "/0"), tuple("/1", "/1/template"));

    Template recovered =
        Reading.read("{\"retry\": 2, \"recover\": " + HANDLE + ", \"template\": \"x\"}").template();
    Template recover = Objects.requireNonNull(recovered.settings().recover());
    assertThat(handle(recover).handlePointer()).isEqualTo("/recover");
  }

  @Test
  void without_with_the_parameters_are_inputs_of_the_recipe() {
    assertThat(Reading.read("[\"x {c}\", " + HANDLE + "]").parameters())
        .extracting(Parameter::name, Parameter::required)
        .containsExactly(tuple("c", true), tuple("a", true), tuple("b", false));
  }

  @Test
  void with_says_all_that_the_handle_gets() {
    String recipe =
        "{\"with\": {\"a\": \"<{x}>\", \"n\": [\"{list}\", {\"k\": \"{x}\"}, null, 5]},"
            + " \"defaults\": {\"list\": [1, 2]}, \"template\": "
            + HANDLE
            + "}";
    Recipe read = Reading.read(recipe);
    assertThat(read.parameters()).extracting(Parameter::name).containsExactly("x", "list");
    Scope scope = Scope.root(read.bind(Map.of("x", "{y}"))).enter(read.template().settings());
    assertThat(handle(read.template()).arguments().in(scope))
        .isEqualTo(
            Map.of(
                "a", "<{y}>", "n", Arrays.asList(List.of(1L, 2L), Map.of("k", "{y}"), null, 5L)));
  }

  @Test
  void a_whole_file_takes_the_names_that_it_declares_and_no_others() {
    Recipe recipe = Reading.read(HANDLE);
    assertThat(recipe.name()).isEqualTo("t");
    assertThat(recipe.bind(Map.of("a", "1", "b", "2"))).hasSize(2);
    assertThatThrownBy(() -> recipe.bind(Map.of("aa", "1")))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("the handle has no input named 'aa'");
  }

  @Test
  void a_whole_file_that_declares_nothing_takes_any_name() {
    Recipe recipe = Reading.read(OPEN);
    assertThat(recipe.parameters()).isEmpty();
    assertThat(recipe.bind(Map.of("x.y", "1"))).isEqualTo(Map.of("x.y", "1"));
    assertThatThrownBy(() -> Reading.read("[" + OPEN + "]").bind(Map.of("a", "1")))
        .isInstanceOf(RecipeException.class);
  }

  @Test
  void with_belongs_to_a_node_whose_template_is_a_handle() {
    assertThat(Reading.codes("{\"with\": {}, \"template\": \"x\"}"))
        .containsExactly("misplaced-field");
    assertThat(Reading.codes("{\"with\": {}, \"template\": {\"template\": " + HANDLE + "}}"))
        .containsExactly("misplaced-field");
    assertThat(Reading.codes("{\"with\": [], \"template\": " + HANDLE + "}"))
        .containsExactly("wrong-type");
  }

  @Test
  void a_malformed_placeholder_is_reported_where_it_stands() {
    Problem problem =
        Reading.errors(
                "{\"with\":\n {\"a\": \"x\", \"b\": [\"{a.b}\"]}, \"template\": " + HANDLE + "}")
            .get(0);
    assertThat(problem.code()).isEqualTo("bad-placeholder");
    assertThat(problem.line()).isEqualTo(2);
    assertThat(problem.pointer()).isEqualTo("/with/b");
  }

  @Test
  void parallel_on_a_single_handle_is_warned_of() {
    assertThat(Reading.read("{\"parallel\": true, \"template\": " + HANDLE + "}").warnings())
        .extracting(Problem::code)
        .containsExactly("no-effect");
  }
}
