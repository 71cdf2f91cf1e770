package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.TemplateException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unusual imports: names, values, places and nestings. */
class ImportShapesTest {
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

  private List<Problem> errorsOfMain(String text) {
    files.put("main.json", json(text));
    return catchThrowableOfType(RecipeException.class, () -> read("main.json")).problems();
  }

  private static List<List<String>> commands(Recipe recipe) {
    return Commands.of(recipe, Map.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "template",
        "name",
        "imports",
        "values",
        "echo",
        "repeat",
        "recipes",
        "index",
        "run_id",
        "7",
        "a.b-c_d",
        "-",
        "..",
        "recipe_dir"
      })
  void an_alias_can_be_equal_to_a_field_a_command_or_a_reserved_name(String alias) {
    Recipe recipe =
        main(
            "{'imports': {'%s': 'lib/greet'}, 'template': ['echo {x=1}', {'name': '%s', 'values':"
                    .formatted(alias, alias)
                + " {'who': 'A'}}]}");
    assertThat(commands(recipe))
        .containsExactly(List.of("echo", "1"), List.of("echo", "Hello", "A"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a/b", "ä", "{x}", "a\\\\b"})
  void another_alias_is_an_error(String alias) {
    assertThat(
            errorsOfMain(
                "{'imports': {'"
                    + alias
                    + "': 'lib/greet'}, 'template': {'name': '"
                    + alias
                    + "'}}"))
        .extracting(Problem::code)
        .contains(Codes.BAD_NAME);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "null", "['a']", "true", "{}", "{'from': 5}", "{'from': null}"})
  void what_is_no_import_is_an_error_with_its_place(String written) {
    List<Problem> problems =
        errorsOfMain("{'imports': {'x': " + written + "}, 'template': {'name': 'x'}}");
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).code()).isIn(Codes.WRONG_TYPE, Codes.BAD_IMPORT);
    assertThat(problems.get(0).pointer()).startsWith("/imports/x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"imports", "values", "defaults"})
  void fields_of_the_wrong_type_are_errors(String field) {
    String other =
        field.equals("imports")
            ? "{'imports': ['lib/greet'], 'template': 'a'}"
            : "{'imports': {'x': {'from': 'lib/greet', '"
                + field
                + "': [1]}}, 'template': {'name': 'x'}}";
    assertThat(errorsOfMain(other)).extracting(Problem::code).contains(Codes.WRONG_TYPE);
    assertThat(
            errorsOfMain(
                "{'imports': {'x': 'lib/greet'}, 'template': {'name': 'x', 'values': 'who'}}"))
        .extracting(Problem::code)
        .contains(Codes.WRONG_TYPE);
  }

  @Test
  void imports_on_a_node_inside_are_misplaced() {
    assertThat(
            errorsOfMain("{'template': [{'imports': {'x': 'lib/greet'}, 'template': 'echo a'}]}"))
        .extracting(Problem::code)
        .containsExactly(Codes.MISPLACED_FIELD);
  }

  @Test
  void a_null_value_is_absent_and_other_values_keep_their_type() {
    files.put(
        "lib/all.json",
        json(
            "{'args': ['n:int=9', 'b:bool=true', 'list:array', 'o', 'f:number=0'], 'defaults':"
                + " {'list': ['d'], 'o': 'none'}, 'repeat': '{list.length}', 'template':"
                + " 'echo {n} {b?yes:no} {list[index]} {o} {f}'}"));
    Recipe bare = main("{'imports': {'a': 'lib/all'}, 'template': {'name': 'a'}}");
    assertThat(commands(bare)).containsExactly(List.of("echo", "9", "yes", "d", "none", "0"));
    Recipe nulls =
        main(
            "{'imports': {'a': {'from': 'lib/all', 'values': {'n': null}, 'defaults': {'o': null}}},"
                + " 'template': {'name': 'a', 'values': {'list': null, 'b': null}}}");
    assertThat(commands(nulls)).isEqualTo(commands(bare));
    Recipe set =
        main(
            "{'imports': {'a': 'lib/all'}, 'defaults': {'one': {'k': [1, 2]}}, 'template': {'name':"
                + " 'a', 'values': {'n': 3, 'b': false, 'list': ['x y', '{who}'], 'o': '{one}',"
                + " 'f': 1.5}}}");
    assertThat(Commands.of(set, Map.of("who", "z")))
        .containsExactly(
            List.of("echo", "3", "no", "x y", "{\"k\":[1,2]}", "1.5"),
            List.of("echo", "3", "no", "z", "{\"k\":[1,2]}", "1.5"));
    assertThat(set.bind(Map.of("f", new BigDecimal("2.5")))).hasSize(1);
  }

  @Test
  void a_null_on_the_node_takes_back_the_value_of_the_import() {
    Recipe recipe =
        main(
            "{'imports': {'g': {'from': 'lib/greet', 'values': {'greeting': 'Hi'}}}, 'template':"
                + " {'name': 'g', 'values': {'who': 'A', 'greeting': null}}}");
    assertThat(commands(recipe)).containsExactly(List.of("echo", "Hello", "A"));
  }

  @Test
  void inline_defaults_come_last() {
    files.put(
        "lib/inline.json",
        json("{'defaults': {'a': 'own'}, 'template': 'echo {a=inline} {b=inline}'}"));
    String node = "{'name': 'i', 'values': {'b': 'node'}}";
    Recipe recipe =
        main("{'imports': {'i': 'lib/inline'}, 'template': [{'name': 'i'}, " + node + "]}");
    assertThat(commands(recipe))
        .containsExactly(List.of("echo", "own", "inline"), List.of("echo", "own", "node"));
    assertThat(Commands.of(recipe, Map.of("b", "caller")))
        .containsExactly(List.of("echo", "own", "caller"), List.of("echo", "own", "caller"));
    Recipe defaults =
        main(
            "{'imports': {'i': {'from': 'lib/inline', 'defaults': {'a': 'import', 'b': 'import'}}},"
                + " 'template': [{'name': 'i'}, {'name': 'i', 'defaults': {'b': 'of node'}}]}");
    assertThat(commands(defaults))
        .containsExactly(List.of("echo", "import", "import"), List.of("echo", "import", "of node"));
  }

  @Test
  void one_file_can_have_several_aliases_with_their_own_values() {
    Recipe recipe =
        main(
            "{'imports': {'a': {'from': 'lib/greet', 'values': {'who': 'A'}}, 'b': {'from':"
                + " './lib/greet', 'defaults': {'who': 'B'}}}, 'template': [{'name': 'b'},"
                + " {'name': 'a'}, {'name': 'b'}]}");
    assertThat(commands(recipe)).extracting(argv -> argv.get(2)).containsExactly("B", "A", "B");
    assertThat(recipe.sources()).hasSize(2);
  }

  @Test
  void whole_templates_can_be_imports_through_several_files() {
    files.put(
        "mid.json",
        json(
            "{'imports': {'g': 'lib/greet'}, 'defaults': {'name': 'M'}, 'template': {'name': 'g',"
                + " 'values': {'who': '{name}'}}}"));
    Recipe recipe = main("{'imports': {'mid': './mid'}, 'repeat': 2, 'template': {'name': 'mid'}}");
    assertThat(commands(recipe)).containsOnly(List.of("echo", "Hello", "M")).hasSize(2);
    assertThat(Commands.of(recipe, Map.of("name", "N")).get(0)).endsWith("N");
  }

  @Test
  void a_recovery_can_be_an_import_and_an_import_can_have_one() {
    files.put("lib/clean.json", json("{'args': ['dir=tmp'], 'template': 'rm -r {dir}'}"));
    Recipe recipe =
        main(
            "{'imports': {'clean': 'lib/clean', 'g': 'lib/greet'}, 'template': ["
                + "{'retry': 2, 'recover': {'name': 'clean', 'values': {'dir': '{work}'}},"
                + " 'template': 'make'},"
                + "{'name': 'g', 'retry': 3, 'recover': {'name': 'clean'}, 'values': {'who':"
                + " 'A'}}]}");
    assertThat(recipe.parameters()).extracting(Parameter::name).containsExactly("work");
    assertThat(recipe.imports()).hasSize(2);
    assertThat(recipe.warnings()).isEmpty();
  }

  @Test
  void a_handle_is_imported_with_its_parameters() {
    files.put(
        "lib/say.handle.json",
        json(
            "{'handle': 'command', 'name': 'say', 'command': 'echo', 'arguments': [{'$':"
                + " '$.text'}], 'parameters': {'type': 'object', 'required': ['text'],"
                + " 'properties': {'text': {'type': 'string'}}}}"));
    Recipe recipe =
        main(
            "{'imports': {'say': './lib/say.handle.json'}, 'template': {'name': 'say', 'values':"
                + " {'text': 'a {w}'}}}");
    assertThat(recipe.parameters()).extracting(Parameter::name).containsExactly("w");
    assertThat(Commands.of(recipe, Map.of("w", "b")).get(0)).contains("a b");
  }

  @Test
  void two_forms_of_one_name_are_ambiguous_and_a_path_tells_them_apart() {
    files.put("a/x.json", "\"from json\"");
    files.put("a/x.md", "---\n---\n```template\nfrom md\n```\n");
    for (String from : List.of("a/x", "./a/x")) {
      assertThat(errorsOfMain("{'imports': {'x': '" + from + "'}, 'template': {'name': 'x'}}"))
          .singleElement()
          .satisfies(only -> assertThat(only.message()).contains("a/x.json and a/x.md"));
    }
    Recipe recipe =
        main(
            "{'imports': {'x': 'a/x.md', 'y': './a/x.json'}, 'template': [{'name': 'x'}, {'name':"
                + " 'y'}]}");
    assertThat(commands(recipe)).containsExactly(List.of("from", "md"), List.of("from", "json"));
  }

  @Test
  void a_file_and_a_directory_of_one_name_do_not_collide() {
    files.put("team.json", "\"the file\"");
    files.put("team/x.json", "\"in the directory\"");
    files.put("team/recipes/recipes/y.json", "\"below two\"");
    Recipe recipe =
        main(
            "{'imports': {'t': 'team', 'x': 'team/x', 'y': 'team/y'}, 'template': [{'name': 't'},"
                + " {'name': 'x'}, {'name': 'y'}]}");
    assertThat(commands(recipe))
        .containsExactly(
            List.of("the", "file"), List.of("in", "the", "directory"), List.of("below", "two"));
  }

  @Test
  void a_name_from_a_path_comes_before_a_name_that_a_file_gives_itself() {
    files.put("census.json", "\"by path\"");
    files.put("team/other.yaml", "name: census\ntemplate: by name\n");
    Recipe recipe = main("{'imports': {'c': 'census'}, 'template': {'name': 'c'}}");
    assertThat(commands(recipe)).containsExactly(List.of("by", "path"));
  }

  @Test
  void an_invalid_file_without_extension_is_an_error_at_the_import() {
    files.put("lib/bad.json", "{");
    files.put("mid.json", json("{'imports': {'bad': './lib/bad'}, 'template': {'name': 'bad'}}"));
    List<Problem> problems =
        errorsOfMain("{'imports': {'mid': './mid'}, 'template': {'name': 'mid'}}");
    assertThat(problems)
        .anySatisfy(
            problem -> {
              assertThat(problem.code()).isEqualTo(Codes.BAD_IMPORT);
              assertThat(problem.location()).hasToString("main.json:1:21");
            })
        .anySatisfy(problem -> assertThat(problem.file()).isEqualTo("lib/bad.json"));
  }

  @Test
  void files_whose_names_look_like_pointers_are_told_apart() {
    files.put("a.json", "\"echo a\"");
    files.put("a.json#/template.json", "{\n\"template\": \"echo b\"}");
    Recipe recipe =
        main(
            "{'imports': {'a': './a.json', 'b': './a.json#/template.json'}, 'template': [{'name':"
                + " 'a'}, {'name': 'b'}]}");
    Problem problem = recipe.problem("x", "y", null, "a.json#/template.json#/template");
    assertThat(problem.location()).hasToString("a.json#/template.json:2:13");
  }

  @Test
  void values_that_grow_from_import_to_import_are_limited() {
    for (int i = 0; i < 31; i++) {
      files.put(
          i == 0 ? "main.json" : "v%d.json".formatted(i),
          json("{'args': ['x=abcdefgh'], 'imports': {'n': './v%d.json'}, 'template': {'name':"
                  + " 'n', 'values': {'x': '{x}{x}{x}{x}'}}}")
              .formatted(i + 1));
    }
    files.put("v31.json", json("{'args': ['x'], 'template': 'echo {x}'}"));
    Recipe recipe = read("main.json");
    assertThatThrownBy(() -> commands(recipe)).isInstanceOf(TemplateException.class);
  }

  @Test
  void a_recipe_and_its_imports_are_not_larger_than_a_file_may_be() {
    RecipeLimits small = RecipeLimits.DEFAULTS;
    String filler = " ".repeat(small.maxBytes() / 3);
    for (int i = 0; i < 4; i++) {
      files.put("big%d.json".formatted(i), "\"echo a\"" + filler);
    }
    List<Problem> problems =
        errorsOfMain(
            "{'imports': {'a': './big0', 'b': './big1', 'c': './big2', 'd': './big3'}, 'template':"
                + " [{'name': 'a'}, {'name': 'b'}, {'name': 'c'}, {'name': 'd'}]}");
    assertThat(problems).extracting(Problem::code).containsOnly(Codes.BAD_IMPORT);
    assertThat(problems.get(0).message()).contains("characters: main.json:1:");
    files.put("quotes.json", json("'echo a'") + "\n".repeat(small.maxBytes() - 100));
    assertThat(errorsOfMain("{'imports': {'q': './quotes'}, 'template': {'name': 'q'}}"))
        .extracting(Problem::code)
        .containsExactly(Codes.FILE_TOO_LARGE);
  }

  @Test
  void names_are_found_without_reading_the_files() {
    Map<String, String> many = new LinkedHashMap<>();
    for (int i = 0; i < 2_000; i++) {
      many.put("team/r%d.json".formatted(i), "\"echo " + i + "\"");
    }
    TreeSet<String> asked = new TreeSet<>();
    RecipeIndex index =
        new RecipeIndex(
            many.keySet(),
            path -> {
              asked.add(path);
              return java.util.Optional.empty();
            });
    assertThat(index.named("team/r1999")).containsExactly("team/r1999.json");
    assertThat(asked).isEmpty();
    assertThat(index.named("team/none")).isEmpty();
    assertThat(index.named("team/none2")).isEmpty();
    assertThat(asked).hasSize(2_000);
    assertThat(index.find("team/r5.json")).containsExactly("team/r5.json");
    assertThat(RecipeNames.meanings("swarm/recipes/x.json", "mine"))
        .isEqualTo(Arrays.asList("swarm/recipes/x.json", "swarm/recipes/x", "swarm/x", "mine"));
  }

  @Test
  void a_bundle_keeps_the_directories_of_its_files() {
    files.put("lib/near.json", json("'cat {recipe_dir}/x'"));
    files.put(
        "team/main.json",
        json(
            "{'imports': {'near': '../lib/near'}, 'template': ['cat {recipe_dir}/y', {'name':"
                + " 'near'}]}"));
    RecipeTexts all = new RecipeTexts(files, RecipeLimits.DEFAULTS, true);
    Recipe there =
        new RecipeReader().read(all.find("team/main.json").orElseThrow(), all, "team/main.json");
    Recipe here = new RecipeReader().read(there.portable(), "anything");
    assertThat(here.guestDirectory()).isEqualTo("/recipe/team");
    assertThat(here.directories()).isEmpty();
    assertThat(here.guestDirectories()).containsExactly("/recipe/team", "/recipe/lib");
    assertThat(here.sources()).isEqualTo(there.sources());
    Recipe near =
        new RecipeReader().read(all.find("lib/near.json").orElseThrow(), all, "lib/near.json");
    Recipe alone = new RecipeReader().read(near.portable(), "anything");
    assertThat(alone.guestDirectory()).isEqualTo("/recipe/lib");
    assertThat(alone.portable()).isEqualTo(near.portable());
    assertThat(new RecipeReader().read(json("'cat {recipe_dir}/x'"), "a/b.json").guestDirectory())
        .isNull();
    for (String path : List.of("../x.json", "/x.json", "a//x.json", "a/../x.json", "./x.json")) {
      assertThatThrownBy(
              () ->
                  new RecipeReader()
                      .read(
                          json("{'bundle': '%s', 'files': {'%s': '\\'a\\''}}")
                              .formatted(path, path),
                          "t"))
          .as(path)
          .isInstanceOf(RecipeException.class);
    }
  }
}
