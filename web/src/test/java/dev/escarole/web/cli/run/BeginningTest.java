package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody needs who begins: a recipe, its values, and an editor that knows the language. */
class BeginningTest {

  private static final String WANTING =
      """
      name: wanting
      description: Wants values.
      args: ["file:path", "count:int", "mode:enum(fast,slow)", "title=Hello", "maybe"]
      template:
        - echo {title} {file} {file} {count} {mode}
        - {when: maybe, template: "echo {maybe}"}
      """;

  @TempDir private Path directory;
  private CliHarness cli;

  @BeforeEach
  void setUp() {
    cli = new CliHarness(directory);
  }

  @ParameterizedTest
  @CsvSource({
    "steps,      '      3 the'",
    "parallel,   '--- branch: doubles status: done'",
    "retry,      'report.txt'"
  })
  void init_writes_a_recipe_that_runs_as_it_is_and_has_no_problems(String name, String printed) {
    Path file = directory.resolve("new/" + name + ".yaml");
    Call wrote = cli.call("init", file, "--template", name);
    assertThat(wrote.exit()).as(wrote.err()).isZero();
    assertThat(wrote.err()).contains("run it: escarole run " + file);
    Call valid = cli.call("validate", "--strict", file);
    assertThat(valid.err()).isEqualTo("1 recipe: 0 errors, 0 warnings\n");
    Call run = cli.call("run", file, "-q");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.text()).contains(printed);
    assertThat(new RecipeReader().read(file).description()).isNotEmpty();
  }

  @Test
  void init_lists_its_templates() {
    JsonNode templates = cli.call("init", "--list", "--json").json().path("templates");
    assertThat(templates.findValuesAsText("name")).containsExactly("steps", "parallel", "retry");
    assertThat(cli.call("init", "--list").text().lines()).hasSize(3);
  }

  @Test
  void init_overwrites_nothing() throws IOException {
    Call first = cli.call("init", directory, "--json");
    Path file = directory.resolve("recipe.yaml");
    assertThat(first.json().path("file").asText()).isEqualTo(file.toString());
    Files.writeString(file, "mine");
    Call second = cli.call("init", directory);
    assertThat(second.exit()).isEqualTo(2);
    assertThat(second.err()).contains("exists");
    assertThat(file).hasContent("mine");
    assertThat(cli.call("init", directory.resolve("a.json")).exit()).isEqualTo(2);
    Path link = directory.resolve("link.yaml");
    Files.createSymbolicLink(link, directory.resolve("nowhere.yaml"));
    assertThat(cli.call("init", link).exit()).isEqualTo(2);
    assertThat(directory.resolve("nowhere.yaml")).doesNotExist();
  }

  @Test
  void inputs_lists_names_types_defaults_and_what_is_required() {
    Path recipe = cli.file("r.yaml", WANTING);
    Call call = cli.call("inputs", recipe);
    assertThat(call.text())
        .containsPattern("file +path +required\n")
        .containsPattern("mode +fast\\|slow +required\n")
        .containsPattern("title +any +default: Hello\n")
        .containsPattern("maybe +any +optional\n");
    assertThat(call.err())
        .contains("Wants values.")
        .contains("--set file=PATH --set count=NUMBER --set mode=fast\n");
    JsonNode picture = cli.call("inputs", recipe, "--json").json();
    assertThat(picture.path("recipe").asText()).isEqualTo("wanting");
    assertThat(picture.at("/inputs/1/type").asText()).isEqualTo("int");
    assertThat(picture.at("/inputs/1/required").booleanValue()).isTrue();
    assertThat(picture.at("/inputs/2/choices/1").asText()).isEqualTo("slow");
    assertThat(picture.at("/inputs/3/default").asText()).isEqualTo("Hello");
    assertThat(cli.call("inputs", cli.file("n.yaml", "template: echo a")).err())
        .isEqualTo("no values: it runs as it is\n");
    assertThat(cli.call("inputs", cli.file("b.yaml", "template: []"), "--json").exit())
        .isEqualTo(2);
  }

  @Test
  void missing_values_are_named_once_with_the_options_to_type() {
    Path recipe = cli.file("r.yaml", WANTING);
    String expected =
        """
        error: missing: file (path), count (int), mode (fast or slow)
          type: --set file=PATH --set count=NUMBER --set mode=fast
        """;
    for (String command : new String[] {"run", "plan"}) {
      Call call = cli.call(command, recipe);
      assertThat(call.exit()).isEqualTo(2);
      assertThat(call.err()).isEqualTo(expected);
    }
    assertThat(cli.data()).doesNotExist();
    Call typed =
        cli.call("run", recipe, "-q", "--set", "file=a", "--set", "count=1", "--set", "mode=fast");
    assertThat(typed.exit()).as(typed.err()).isZero();
    JsonNode errors = cli.call("run", recipe, "--set", "count=1", "--json").json().path("errors");
    assertThat(errors).hasSize(2);
    assertThat(errors.path(0).path("code").asText()).isEqualTo("missing-value");
    assertThat(errors.path(0).path("hint").asText()).isEqualTo("--set file=PATH");
  }

  @Test
  void a_misspelt_value_is_named_before_those_that_are_missing() {
    Call call = cli.call("run", cli.file("r.yaml", WANTING), "--set", "fil=a");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("no input named 'fil'", "Did you mean 'file'?");
  }

  @Test
  void schema_is_printed_written_and_named() throws IOException {
    JsonNode printed = cli.call("schema").json();
    assertThat(printed.path("$schema").asText()).contains("2020-12");
    assertThat(cli.call("schema", "--handle").json()).isNotEqualTo(printed);
    Path file = directory.resolve("my schema.json");
    Call wrote = cli.call("schema", "--output", file);
    assertThat(wrote.text()).isEmpty();
    assertThat(new ObjectMapper().readTree(file.toFile())).isEqualTo(printed);
    Call header = cli.call("schema", "--output", file, "--header");
    assertThat(header.text()).isEqualTo("# yaml-language-server: $schema=" + file.toUri() + "\n");
    assertThat(cli.call("schema", "--header").text())
        .isEqualTo("# yaml-language-server: $schema=./recipe.schema.json\n");
    Path recipe = cli.file("h.yaml", header.text() + "template: echo a\n");
    assertThat(cli.call("run", recipe, "-q").text()).isEqualTo("a\n");
    assertThat(cli.call("schema", "--output", directory).exit()).isEqualTo(2);
  }
}
