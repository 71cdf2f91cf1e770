package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.TemplateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recipes that use other recipes. */
class ImportsTest {
  private static final String GREET =
      "{'args': ['who', 'greeting=Hello'], 'template': 'echo {greeting} {who}'}";

  private final Map<String, String> files = new HashMap<>(Map.of("lib/greet.json", json(GREET)));

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  private Recipe read(String path) {
    RecipeTexts library = new RecipeTexts(files, RecipeLimits.DEFAULTS);
    return new RecipeReader().read(library.find(path).orElseThrow(), library, path);
  }

  private Recipe main(String text) {
    files.put("main.json", json(text));
    return read("main.json");
  }

  private List<Problem> errors(String path) {
    return catchThrowableOfType(RecipeException.class, () -> read(path)).problems();
  }

  private List<Problem> errorsOfMain(String text) {
    files.put("main.json", json(text));
    return errors("main.json");
  }

  @Test
  void a_node_runs_the_recipe_that_its_alias_names() {
    Recipe recipe =
        main(
            "{'imports': {'greet': './lib/greet.json'}, 'template': ["
                + "'first', {'name': 'greet', 'values': {'who': 'Ada {title}'}}]}");
    assertThat(Commands.of(recipe, Map.of("title", "Lovelace")))
        .containsExactly(List.of("first"), List.of("echo", "Hello", "Ada Lovelace"));
  }

  @Test
  void the_whole_template_can_be_an_import_with_the_fields_of_its_node_around_it() {
    Recipe recipe =
        main(
            "{'imports': {'greet': 'lib/greet.json'}, 'parallel': true, 'repeat': '{all.length}',"
                + " 'template': {'name': 'greet', 'when': '{all[index]}', 'values': {'who':"
                + " '{all[index]}'}}}");
    assertThat(Commands.of(recipe, Map.of("all", List.of("a", "", "c"))))
        .containsExactly(List.of("echo", "Hello", "a"), List.of("echo", "Hello", "c"));
  }

  @Test
  void values_come_from_the_caller_then_the_node_then_defaults_then_inline_defaults() {
    String node = "{'name': 'greet', 'values': {'who': 'x', 'greeting': 'Node'}}";
    String bare = "{'name': 'greet', 'values': {'who': 'x'}}";
    String defaults = "{'from': 'lib/greet.json', 'defaults': {'greeting': 'Default'}}";
    String values = "{'from': 'lib/greet.json', 'values': {'greeting': 'Import'}}";
    assertThat(greeting(defaults, node, Map.of("greeting", "Caller"))).isEqualTo("Caller");
    assertThat(greeting(defaults, node, Map.of())).isEqualTo("Node");
    assertThat(greeting(values, node, Map.of())).isEqualTo("Node");
    assertThat(greeting(values, bare, Map.of())).isEqualTo("Import");
    assertThat(greeting(defaults, bare, Map.of("greeting", "Caller"))).isEqualTo("Caller");
    assertThat(greeting(defaults, bare, Map.of())).isEqualTo("Default");
    assertThat(greeting("'lib/greet.json'", bare, Map.of())).isEqualTo("Hello");
  }

  private String greeting(String imported, String node, Map<String, ?> launch) {
    Recipe recipe = main("{'imports': {'greet': " + imported + "}, 'template': " + node + "}");
    return Commands.of(recipe, launch).get(0).get(1);
  }

  @Test
  void defaults_of_the_importing_recipe_replace_those_of_the_imported_one() {
    files.put(
        "lib/own.json",
        json(
            "{'defaults': {'a': 'own'}, 'template': ['echo {a}', {'defaults':"
                + " {'a': 'inner'}, 'template': 'echo {a}'}]}"));
    Recipe recipe =
        main(
            "{'imports': {'x': {'from': './lib/own.json', 'defaults': {'a': 'imported'}}},"
                + " 'template': {'name': 'x'}}");
    assertThat(Commands.of(recipe, Map.of()))
        .containsExactly(List.of("echo", "imported"), List.of("echo", "inner"));
  }

  @Test
  void a_value_with_placeholders_is_made_of_the_callers_values_and_not_replaced_by_them() {
    Recipe recipe =
        main(
            "{'args': ['who'], 'imports': {'greet': 'lib/greet.json'}, 'template':"
                + " {'name': 'greet', 'values': {'who': '{who} and others'}}}");
    assertThat(Commands.of(recipe, Map.of("who", "Ada")).get(0)).endsWith("Ada and others");
  }

  @Test
  void an_imported_recipe_sees_neither_the_defaults_nor_the_index_of_its_importer() {
    files.put("lib/look.json", json("{'template': 'echo {outer=none} {repeat=alone}'}"));
    Recipe recipe =
        main(
            "{'imports': {'look': './lib/look.json'}, 'defaults': {'outer': 'seen'}, 'repeat': 2,"
                + " 'template': {'name': 'look'}}");
    assertThat(Commands.of(recipe, Map.of())).containsOnly(List.of("echo", "none", "alone"));
  }

  @Test
  void values_of_any_type_pass_through() {
    files.put(
        "lib/each.json",
        json(
            "{'args': ['items:array'], 'repeat': '{items.length}',"
                + " 'template': 'echo {items[index]}'}"));
    Recipe recipe =
        main(
            "{'imports': {'each': './lib/each.json'}, 'defaults': {'all': ['a b', 'c']},"
                + " 'template': {'name': 'each', 'values': {'items': '{all}'}}}");
    assertThat(Commands.of(recipe, Map.of()))
        .containsExactly(List.of("echo", "a b"), List.of("echo", "c"));
  }

  @Test
  void a_name_is_the_path_without_directories_called_recipes() {
    files.put("swarm/recipes/x.yaml", "template: from x");
    files.put("deep/recipes/er/y.md", "---\ndescription: y\n---\n```template\nfrom y\n```\n");
    Recipe recipe =
        main(
            "{'imports': {'x': 'swarm/x', 'y': 'deep/er/y'}, 'template': [{'name': 'x'},"
                + " {'name': 'y'}]}");
    assertThat(Commands.of(recipe, Map.of()))
        .containsExactly(List.of("from", "x"), List.of("from", "y"));
    assertThat(recipe.sources())
        .extracting(RecipeFile::path)
        .containsExactly("main.json", "swarm/recipes/x.yaml", "deep/recipes/er/y.md");
  }

  @Test
  void the_name_that_a_file_gives_itself_counts_too() {
    files.put("team/a.yaml", "name: census\ntemplate: from a");
    Recipe recipe = main("{'imports': {'x': 'census'}, 'template': {'name': 'x'}}");
    assertThat(Commands.of(recipe, Map.of())).containsExactly(List.of("from", "a"));
  }

  @Test
  void two_files_of_one_name_are_ambiguous() {
    files.put("a/x.json", "\"one\"");
    files.put("a/recipes/x.yaml", "template: two");
    Problem only = single(errorsOfMain("{'imports': {'x': 'a/x'}, 'template': {'name': 'x'}}"));
    assertThat(only.code()).isEqualTo(Codes.BAD_IMPORT);
    assertThat(only.message()).contains("a/recipes/x.yaml and a/x.json");
  }

  private static Problem single(List<Problem> problems) {
    assertThat(problems).hasSize(1);
    return problems.get(0);
  }

  @Test
  void a_missing_target_is_an_error_with_the_chain_of_places() {
    files.put(
        "mid.json",
        json("{'imports': {'gone': './lib/gret.json'}, 'template': {'name':" + " 'gone'}}"));
    Problem only =
        single(errorsOfMain("{'imports': {'mid': './mid.json'}, 'template': {'name': 'mid'}}"));
    assertThat(only.code()).isEqualTo(Codes.IMPORT_NOT_FOUND);
    assertThat(only.location()).hasToString("main.json:1:21");
    assertThat(only.message()).endsWith(": main.json:1:21 → mid.json:1:22");
  }

  @Test
  void a_misspelt_name_gets_a_suggestion() {
    Problem only =
        single(errorsOfMain("{'imports': {'x': 'lib/greeet'}, 'template': {'name': 'x'}}"));
    assertThat(only.hint()).isEqualTo("Did you mean 'lib/greet'?");
    Problem alias =
        single(errorsOfMain("{'imports': {'greet': 'lib/greet'}, 'template': {'name': 'gret'}}"));
    assertThat(alias.code()).isEqualTo(Codes.UNKNOWN_IMPORT);
    assertThat(alias.hint()).isEqualTo("Did you mean 'greet'?");
  }

  @Test
  void a_cycle_is_an_error_with_the_chain_of_places() {
    files.put("a.json", json("{'imports': {'b': './b.json'}, 'template': {'name': 'b'}}"));
    files.put("b.json", json("{'imports': {'a': './a.json'}, 'template': {'name': 'a'}}"));
    assertThat(errors("a.json"))
        .anySatisfy(
            problem -> {
              assertThat(problem.code()).isEqualTo(Codes.IMPORT_CYCLE);
              assertThat(problem.message()).endsWith(": a.json:1:19 → b.json:1:19");
            });
    Problem self =
        single(errorsOfMain("{'imports': {'x': './main.json'}, 'template': {'name': 'x'}}"));
    assertThat(self.code()).isEqualTo(Codes.IMPORT_CYCLE);
  }

  @Test
  void thirty_two_imports_deep_is_the_limit() {
    for (int i = 0; i < 40; i++) {
      files.put(
          "c%d.json".formatted(i),
          json("{'imports': {'next': './c%d.json'}, 'template':" + " {'name': 'next'}}")
              .formatted(i + 1));
    }
    files.put("c40.json", "\"end\"");
    assertThat(Commands.of(read("c8.json"), Map.of())).containsExactly(List.of("end"));
    assertThat(errors("c7.json"))
        .anySatisfy(
            problem -> {
              assertThat(problem.code()).isEqualTo(Codes.IMPORT_TOO_DEEP);
              assertThat(problem.message()).contains("c7.json:1:", "c39.json:1:");
            });
  }

  @Test
  void a_file_read_before_by_a_shorter_way_counts_with_its_own_depth() {
    for (int i = 0; i < 40; i++) {
      files.put(
          "c%d.json".formatted(i),
          json("{'imports': {'next': './c%d.json'}, 'template':" + " {'name': 'next'}}")
              .formatted(i + 1));
    }
    files.put("c40.json", "\"end\"");
    files.put("via.json", json("{'imports': {'next': './c9.json'}, 'template': {'name': 'next'}}"));
    assertThat(
            errorsOfMain(
                "{'imports': {'short': './c9.json', 'long': './via.json'}, 'template':"
                    + " [{'name': 'short'}, {'name': 'long'}]}"))
        .anySatisfy(problem -> assertThat(problem.code()).isEqualTo(Codes.IMPORT_TOO_DEEP));
  }

  @Test
  void recipes_that_import_each_other_twice_are_read_once_each() {
    for (int i = 0; i < 31; i++) {
      files.put(
          "d%d.json".formatted(i),
          json("{'imports': {'n': './d%d.json'}, 'template':" + " [{'name': 'n'}, {'name': 'n'}]}")
              .formatted(i + 1));
    }
    files.put("d31.json", "\"end\"");
    Recipe recipe = read("d0.json");
    assertThat(recipe.imported()).hasSize(31);
    assertThat(recipe.failureAdvice()).isNotEmpty();
  }

  @Test
  void a_disabled_recipe_is_valid_but_cannot_be_imported() {
    files.put("off.json", json("{'disabled': true, 'template': 'a'}"));
    assertThat(read("off.json").isDisabled()).isTrue();
    Problem only =
        single(errorsOfMain("{'imports': {'off': './off.json'}, 'template': {'name': 'off'}}"));
    assertThat(only.code()).isEqualTo(Codes.DISABLED_RECIPE);
    assertThat(only.message()).contains("main.json:1:");
  }

  @Test
  void imports_never_leave_the_root() {
    for (String from :
        List.of("../x.json", "lib/../../x.json", "/etc/x.json", "file:x.json", "lib\\\\x.json")) {
      Problem only =
          single(errorsOfMain("{'imports': {'x': '" + from + "'}, 'template': {'name': 'x'}}"));
      assertThat(only.code()).as(from).isEqualTo(Codes.BAD_IMPORT);
    }
  }

  @Test
  void a_link_that_leaves_the_directory_is_not_followed(@TempDir Path directory)
      throws IOException {
    Path root = Files.createDirectories(directory.resolve("root/in"));
    Files.writeString(directory.resolve("out.json"), "\"secret\"");
    Files.writeString(root.resolve("real.json"), "\"fine\"");
    Files.createSymbolicLink(root.resolve("out.json"), directory.resolve("out.json"));
    Files.createSymbolicLink(root.resolve("up"), directory);
    Files.createSymbolicLink(root.resolve("in.json"), root.resolve("real.json"));
    assertThat(Commands.of(importing(root, "in.json"), Map.of())).containsExactly(List.of("fine"));
    for (String from : List.of("out.json", "up/out.json")) {
      assertThatThrownBy(() -> importing(root, from))
          .isInstanceOf(RecipeException.class)
          .hasMessageContaining("is a link that leaves");
    }
  }

  private static Recipe importing(Path root, String from) throws IOException {
    Path file = root.resolve("main.json");
    Files.writeString(
        file, json("{'imports': {'x': './" + from + "'}, 'template': {'name': 'x'}}"));
    return new RecipeReader().read(file);
  }

  @Test
  void arguments_are_checked_where_the_import_is_used() {
    files.put(
        "lib/typed.json",
        json(
            "{'args': ['n:int', 'mode:enum(plain,strict)'], 'defaults':"
                + " {'mode': 'plain'}, 'template': 'run {n} {mode}'}"));
    Problem literal =
        single(
            errorsOfMain(
                "{'imports': {'t': 'lib/typed'}, 'template': {'name': 't', 'values':"
                    + " {'n': 1, 'mode': 'strickt'}}}"));
    assertThat(literal.code()).isEqualTo(Codes.BAD_VALUE);
    assertThat(literal.pointer()).isEqualTo("/template/values/mode");
    Recipe wired =
        main(
            "{'imports': {'t': 'lib/typed'}, 'template': {'name': 't', 'values': {'n':"
                + " '{count}'}}}");
    assertThatThrownBy(() -> Commands.of(wired, Map.of("count", "many")))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining("import 't' (lib/typed.json): 'n' must be a whole number");
    Recipe missing = main("{'imports': {'t': 'lib/typed'}, 'template': {'name': 't'}}");
    assertThatThrownBy(() -> Commands.of(missing, Map.of()))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining("import 't' (lib/typed.json): 'n' has no value");
  }

  @Test
  void a_misspelt_value_is_an_error_and_another_unknown_one_a_warning() {
    Problem typo =
        single(
            errorsOfMain(
                "{'imports': {'g': 'lib/greet'}, 'template': {'name': 'g', 'values':"
                    + " {'who': 'x', 'greting': 'x'}}}"));
    assertThat(typo.code()).isEqualTo(Codes.UNKNOWN_INPUT);
    assertThat(typo.hint()).isEqualTo("Did you mean 'greeting'?");
    Recipe recipe =
        main(
            "{'imports': {'g': 'lib/greet'}, 'template': {'name': 'g', 'values': {'who': 'x',"
                + " 'repository': 'x'}}}");
    assertThat(recipe.warnings()).extracting(Problem::code).containsExactly(Codes.UNKNOWN_INPUT);
  }

  @Test
  void what_nobody_sets_is_an_input_of_the_importing_recipe() {
    Recipe recipe =
        main(
            "{'args': ['title'], 'imports': {'g': 'lib/greet'}, 'template': ['echo {title}',"
                + " {'name': 'g'}]}");
    assertThat(recipe.parameters())
        .extracting(Parameter::name, Parameter::required)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("title", true),
            org.assertj.core.groups.Tuple.tuple("who", true));
    assertThat(recipe.warnings())
        .extracting(Problem::code)
        .containsExactly(Codes.UNDECLARED_PLACEHOLDER);
    assertThat(recipe.bind(Map.of("title", "t", "who", "w", "greeting", "Hi"))).hasSize(3);
    assertThatThrownBy(() -> recipe.bind(Map.of("whom", "w"))).isInstanceOf(RecipeException.class);
  }

  @Test
  void a_given_value_reaches_the_imports_of_the_imported_recipe_unless_it_sets_them() {
    files.put(
        "mid.json",
        json(
            "{'imports': {'g': 'lib/greet'}, 'template': [{'name': 'g'},"
                + " {'name': 'g', 'values': {'who': 'fixed'}}]}"));
    Recipe recipe =
        main(
            "{'imports': {'mid': './mid.json'}, 'template': {'name': 'mid', 'values': {'who':"
                + " '{first} B', 'greeting': 'Hi'}}}");
    assertThat(Commands.of(recipe, Map.of("first", "A")))
        .containsExactly(List.of("echo", "Hi", "A B"), List.of("echo", "Hi", "fixed"));
  }

  @Test
  void an_input_that_an_import_sets_is_not_needed_further_out() {
    files.put(
        "mid.json",
        json(
            "{'imports': {'g': 'lib/greet'}, 'template': {'name': 'g',"
                + " 'values': {'who': 'Ada'}}}"));
    Recipe recipe = main("{'imports': {'mid': './mid.json'}, 'template': {'name': 'mid'}}");
    assertThat(recipe.parameters()).isEmpty();
    assertThat(Commands.of(recipe, Map.of())).containsExactly(List.of("echo", "Hello", "Ada"));
    assertThat(Commands.of(recipe, Map.of("who", "you")).get(0)).endsWith("you");
  }

  @Test
  void a_value_that_a_launch_can_replace_by_chance_is_pointed_out() {
    Recipe recipe =
        main(
            "{'args': ['who'], 'imports': {'g': 'lib/greet'}, 'template': ['echo {who}',"
                + " {'name': 'g', 'values': {'who': 'somebody'}}]}");
    assertThat(recipe.warnings())
        .extracting(Problem::code)
        .containsExactly(Codes.REPLACEABLE_VALUE);
  }

  @Test
  void errors_in_an_imported_file_are_reported_with_their_places() {
    files.put("bad.json", json("{\n 'tiemout': 5,\n 'template': 'a'}"));
    List<Problem> problems =
        errorsOfMain("{'imports': {'bad': './bad.json'}, 'template': {'name': 'bad'}}");
    assertThat(problems)
        .extracting(Problem::code)
        .containsExactlyInAnyOrder(Codes.BAD_IMPORT, Codes.UNKNOWN_FIELD);
    assertThat(problems)
        .anySatisfy(each -> assertThat(each.location()).hasToString("bad.json:2:2"));
    assertThat(problems)
        .anySatisfy(each -> assertThat(each.message()).contains(", at bad.json:2:2"));
  }

  @Test
  void nodes_of_imported_files_name_their_file_and_problems_are_located_there() {
    Recipe recipe = main("{'imports': {'g': 'lib/greet'}, 'template': {'name': 'g'}}");
    assertThat(recipe.imported().iterator().next().template().pointer())
        .isEqualTo("lib/greet.json#");
    Problem problem = recipe.problem("x", "y", null, "lib/greet.json#/template");
    assertThat(problem.file()).isEqualTo("lib/greet.json");
    assertThat(problem.line()).isEqualTo(1);
    assertThat(recipe.source(problem)).isEqualTo(json(GREET));
  }

  @Test
  void every_file_is_listed_with_the_hash_of_its_text() {
    Recipe recipe = main("{'imports': {'g': 'lib/greet'}, 'template': {'name': 'g'}}");
    List<RecipeFile> before = recipe.sources();
    files.put("lib/greet.json", json(GREET) + "\n");
    List<RecipeFile> after = read("main.json").sources();
    assertThat(after.get(0)).isEqualTo(before.get(0));
    assertThat(after.get(1).path()).isEqualTo("lib/greet.json");
    assertThat(after.get(1).sha256()).hasSize(64).isNotEqualTo(before.get(1).sha256());
  }

  @Test
  void a_text_without_a_folder_cannot_import() {
    assertThatThrownBy(
            () ->
                new RecipeReader()
                    .read(json("{'imports': {'x': './x.json'}, 'template': {'name': 'x'}}"), "t"))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("--recipes");
  }

  @Test
  void a_bundle_is_the_same_recipe_anywhere() {
    files.put(
        "team/recipes/mid.md",
        "---\nimports: {g: ../../lib/greet}\n---\n```json\n{\"name\":" + " \"g\"}\n```\n");
    Recipe recipe =
        main("{'imports': {'mid': 'team/mid'}, 'template': ['start', {'name': 'mid'}]}");
    Recipe again = new RecipeReader().read(recipe.portable(), "anything");
    assertThat(Commands.of(again, Map.of("who", "Ada")))
        .isEqualTo(Commands.of(recipe, Map.of("who", "Ada")))
        .hasSize(2);
    assertThat(again.sources()).isEqualTo(recipe.sources());
    assertThat(again.portable()).isEqualTo(recipe.portable());
    assertThat(read("lib/greet.json").portable()).isEqualTo(json(GREET));
    assertThatThrownBy(
            () -> new RecipeReader().read(json("{'bundle': 'x.json', 'files': {}}"), "anything"))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("does not contain 'x.json'");
  }

  @Test
  void metadata_of_others_changes_nothing() {
    Recipe recipe =
        main(
            "{'async': true, 'singleton': true, 'control': ['stop'], 'accept_output': 'nonempty',"
                + " 'retire_when': 'x', 'usage': {}, 'template': 'tail -n 5'}");
    assertThat(Commands.of(recipe, Map.of())).containsExactly(List.of("tail", "-n", "5"));
    assertThat(recipe.ignoredFields()).hasSize(6);
  }
}
