package dev.escarole.recipe;

import static dev.escarole.recipe.Reading.codes;
import static dev.escarole.recipe.Reading.errors;
import static dev.escarole.recipe.Reading.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.FailureScope;
import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.Template.LeafTemplate;
import dev.escarole.recipe.template.Template.ListTemplate;
import dev.escarole.recipe.template.Template.NestedTemplate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecipeReaderTest {

  @Test
  @DisplayName("shapes: a template is a string, an array or an object; objects nest")
  void the_three_shapes() {
    assertThat(read("\"echo a\"").template()).isInstanceOf(LeafTemplate.class);
    assertThat(read("[\"a\", {\"template\": \"b\"}]").template()).isInstanceOf(ListTemplate.class);
    assertThat(read("{\"template\": \"a\"}").template()).isInstanceOf(LeafTemplate.class);
    assertThat(read("{\"template\": [\"a\"]}").template()).isInstanceOf(ListTemplate.class);
    Template nested = read("{\"label\": \"o\", \"template\": {\"template\": [\"a\"]}}").template();
    assertThat(nested).isInstanceOf(NestedTemplate.class);
    assertThat(((NestedTemplate) nested).inner().pointer()).isEqualTo("/template");
  }

  @Test
  void every_node_knows_its_pointer() {
    ListTemplate list =
        (ListTemplate) read("{\"template\": [\"a\", {\"template\": \"b\"}]}").template();
    assertThat(list.pointer()).isEmpty();
    assertThat(list.children())
        .extracting(Template::pointer)
        .containsExactly("/template/0", "/template/1");
    ListTemplate bare = (ListTemplate) read("[\"a\"]").template();
    assertThat(bare.children().get(0).pointer()).isEqualTo("/0");
  }

  @Test
  void every_field_is_read() {
    Recipe recipe =
        read(
            """
            {"$schema": "recipe.schema.json", "name": "n", "description": "d", "label": "l",
             "parallel": true, "concurrency": 2, "min_successful": "1", "when": "!skip",
             "repeat": "{items.length}", "args": ["items:array", "skip"],
             "defaults": {"x": 1, "none": null},
             "delay": 5, "timeout": 10.0, "retry": "2", "failure": "branch", "recover": ["clean {x}"],
             "output": "x", "template": ["a {items[index]}"]}
            """);
    NodeSettings settings = recipe.template().settings();
    assertThat(List.of(recipe.name(), recipe.description(), settings.label()))
        .containsExactly("n", "d", "l");
    assertThat(settings.parallel()).isTrue();
    assertThat(settings.failure()).isEqualTo(FailureScope.BRANCH);
    assertThat(settings.recover())
        .isInstanceOfSatisfying(
            ListTemplate.class, recover -> assertThat(recover.pointer()).isEqualTo("/recover"));
    assertThat(settings.output()).isEqualTo("x");
    assertThat(settings.defaults()).containsExactly(java.util.Map.entry("x", 1L));
    assertThat(settings.args()).extracting(args -> args.declarations().size()).isEqualTo(2);
    assertThat(
            List.of(
                settings.repeat(),
                settings.number(Setting.CONCURRENCY),
                settings.number(Setting.MIN_SUCCESSFUL),
                settings.number(Setting.DELAY),
                settings.number(Setting.TIMEOUT),
                settings.number(Setting.RETRY),
                settings.when()))
        .extracting(Object::toString)
        .containsExactly("{items.length}", "2", "1", "5", "10", "2", "!skip");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[[\"a\"]]|nested-array|/0",
        "{\"template\": [\"a\", [\"b\"]]}|nested-array|/template/1",
        "[]|empty-template|",
        "{\"label\": \"x\"}|missing-template|",
        "{\"template\": 5}|wrong-type|/template",
        "5|wrong-type|",
        "{\"template\": \"a\", \"label\": 5}|wrong-type|/label",
        "{\"template\": \"a\", \"label\": null}|wrong-type|/label",
        "{\"template\": \"a\", \"when\": 1}|wrong-type|/when",
        "{\"template\": \"a\", \"when\": \"a b\"}|bad-condition|/when",
        "{\"template\": \"a\", \"args\": \"x\"}|wrong-type|/args",
        "{\"template\": \"a\", \"args\": [1]}|wrong-type|/args/0",
        "{\"template\": \"a\", \"args\": [\"x\", \"x\"]}|duplicate-argument|/args",
        "{\"template\": \"a\", \"args\": [\"x:nope\"]}|unknown-type|/args/0",
        "{\"template\": \"a\", \"args\": [\"x={a.b}\"]}|bad-placeholder|/args/0",
        "{\"template\": \"a\", \"defaults\": []}|wrong-type|/defaults",
        "{\"template\": \"a\", \"defaults\": {\"a b\": 1}}|bad-name|/defaults/a b",
        "{\"template\": \"a\", \"defaults\": {\"x\": [\"{a.b}\"]}}|bad-placeholder|/defaults/x",
        "{\"template\": \"a\", \"args\": [\"x=1\"], \"defaults\": {\"x\":"
            + " 2}}|duplicate-default|/defaults/x",
        "{\"template\": \"a\", \"failure\": \"brunch\"}|unknown-failure|/failure",
        "{\"template\": \"a\", \"retry\": 0}|out-of-range|/retry",
        "{\"template\": \"a\", \"delay\": -1}|out-of-range|/delay",
        "{\"template\": \"a\", \"delay\": 1.5}|bad-number|/delay",
        "{\"template\": \"a\", \"delay\": \"soon\"}|bad-number|/delay",
        "{\"template\": \"a\", \"timeout\": \"{x.size}\"}|bad-placeholder|/timeout",
        "{\"template\": \"a\", \"output\": \"a b\"}|bad-output|/output",
        "{\"template\": \"a\", \"concurrency\": 2}|misplaced-field|/concurrency",
        "{\"template\": \"a\", \"parallel\": false, \"min_successful\":"
            + " 2}|misplaced-field|/min_successful",
        "{\"template\": {\"name\": \"x\", \"template\": \"a\"}}|misplaced-field|/template/name",
        "{\"template\": \"a\", \"recover\": {\"template\":"
            + " \"'x\"}}|unterminated-quote|/recover/template",
        "{\"template\": \"a\", \"tiemout\": 1}|unknown-field|/tiemout",
        "{\"pipe\": [\"a\"]}|retired-field|/pipe",
        "{\"command\": \"a\"}|retired-field|/command",
        "{\"template\": \"a\", \"paralel\": true}|unknown-field|/paralel",
        "{\"template\": \"a\", \"retries\": 3}|unknown-field|/retries",
        "{\"template\": \"a\", \"minSuccessful\": 3}|unknown-field|/minSuccessful",
        "{\"template\": \"a\", \"timeout_ms\": 3}|unknown-field|/timeout_ms",
        "{\"template\": \"a {n:int} {n:bool}\"}|conflicting-types|/template",
        "{\"args\": [\"n:int\"], \"template\": \"a {n:number}\"}|conflicting-types|/template",
        "{\"args\": [\"n:int\"], \"defaults\": {\"n\": \"x\"}, \"template\": \"a"
            + " {n}\"}|bad-value|/defaults/n",
        "{\"args\": [\"n:int\"], \"template\": \"a {n=x}\"}|bad-value|/template",
        "{\"template\": \"a\", \"template\": \"b\"}|duplicate-key|",
        "\"  \"|empty-command|",
        "\"a {b.c}\"|bad-placeholder|",
        "{\"template\": \"a\"} x|bad-json|",
        "{\"template\": }|bad-json|",
        "{\"template\": \"a\", \"defaults\": {\"x\": 1e999}}|bad-number|",
        "{\"template\": \"a\", \"defaults\": {\"x\": 1e9999999999}}|bad-number|"
      })
  void each_mistake_has_a_code_and_a_pointer(String text, String code, String pointer) {
    List<Problem> errors = errors(text);
    assertThat(errors).extracting(Problem::code).containsExactly(code);
    assertThat(errors.get(0).pointer()).isEqualTo(pointer == null ? "" : pointer);
  }

  @Test
  void hints_name_the_field_that_was_meant() {
    assertThat(errors("{\"template\": \"a\", \"tiemout\": 1}").get(0).hint())
        .isEqualTo("Did you mean 'timeout'?");
    assertThat(errors("{\"template\": \"a\", \"failure\": \"rot\"}").get(0).hint())
        .isEqualTo("Did you mean 'root'?");
  }

  @Test
  void all_mistakes_come_at_once_in_the_order_of_the_text() {
    List<Problem> errors =
        errors(
            """
            {
              "failure": "never",
              "label": 5,
              "template": [
                "a {b.c} 'open",
                {"retry": 0, "template": "x"}
              ],
              "paralel": true
            }
            """);
    assertThat(errors)
        .extracting(Problem::code)
        .containsExactly(
            Codes.UNKNOWN_FAILURE,
            Codes.WRONG_TYPE,
            Codes.BAD_PLACEHOLDER,
            Codes.UNTERMINATED_QUOTE,
            Codes.OUT_OF_RANGE,
            Codes.UNKNOWN_FIELD);
    assertThat(errors).extracting(Problem::line).isSorted();
  }

  @Test
  void problems_say_where_they_are() {
    Problem json = errors("{\n  \"template\": \"a\",\n  \"tiemout\": 1\n}", "flow.json").get(0);
    assertThat(json)
        .hasToString(
            "flow.json:3:3: error[unknown-field]: unknown field 'tiemout'"
                + System.lineSeparator()
                + "  hint: Did you mean 'timeout'?");
    Problem yaml =
        errors("template:\n  - echo a\n  - retry: 0\n    template: b\n", "flow.yaml").get(0);
    assertThat(yaml.line()).isEqualTo(3);
    assertThat(yaml.column()).isEqualTo(12);
    assertThat(yaml.pointer()).isEqualTo("/template/1/retry");
  }

  @Test
  void an_excerpt_shows_the_line_and_a_caret() {
    String source = "{\n\t\"template\": \"a {b.c}\"\n}";
    Problem problem = errors(source).get(0);
    List<String> lines = SourceExcerpt.render(problem, source).lines().toList();
    assertThat(lines).contains("2 | \t\"template\": \"a {b.c}\"");
    assertThat(lines.get(lines.size() - 1)).isEqualTo("  | \t            ^");
    Problem nowhere = new Problem(Severity.ERROR, "c", "m", null, new Location(null, 0, 0, ""));
    assertThat(SourceExcerpt.render(nowhere, source)).isEqualTo("recipe: error[c]: m");
  }

  @Test
  void an_excerpt_of_a_long_line_is_cut_around_the_caret() {
    String source = "\"" + "x".repeat(500) + " {b.c}\"";
    Problem far = new Problem(Severity.ERROR, "c", "m", null, new Location("f", 1, 300, ""));
    assertThat(SourceExcerpt.render(far, source).lines()).allMatch(line -> line.length() < 140);
  }

  @Test
  void a_recipe_locates_pointers_and_their_nearest_ancestors() {
    Recipe recipe = read("{\n \"template\": [\n  \"a\",\n  \"b\"\n ]\n}");
    assertThat(recipe.problem("c", "m", null, "/template/1").line()).isEqualTo(4);
    assertThat(recipe.problem("c", "m", null, "/template/1/template").line()).isEqualTo(4);
    assertThat(recipe.problem("c", "m", null, "/template/7").line()).isEqualTo(2);
    assertThat(recipe.problem("c", "m", null, "").line()).isEqualTo(1);
    assertThat(recipe.warning("c", "m", null, "nonsense").severity()).isEqualTo(Severity.WARNING);
  }

  @Test
  void yaml_and_json_say_the_same() {
    String yaml =
        """
        args: [n:int]
        defaults: {n: 3, list: [a, 2]}
        template:
        - echo {n}
        - echo {list}
        """;
    String json =
        "{\"args\":[\"n:int\"],\"defaults\":{\"n\":3,\"list\":[\"a\",2]},"
            + "\"template\":[\"echo {n}\",\"echo {list}\"]}";
    Recipe fromYaml = new RecipeReader().read(yaml, "a.yml");
    assertThat(Commands.of(fromYaml, java.util.Map.of()))
        .isEqualTo(Commands.of(json, java.util.Map.of()))
        .isEqualTo(List.of(List.of("echo", "3"), List.of("echo", "[\"a\",2]")));
  }

  @Test
  void yaml_scalars_follow_the_core_schema() {
    String text =
        """
        defaults: {a: yes, b: True, c: 0x1f, d: 1.50, e: ~, f: '5', g: !!str 5, h: 0o17, i: .5}
        template: 'x {a} {b} {c} {d} {e=none} {f} {g} {h} {i}'
        """;
    assertThat(Commands.of(text, java.util.Map.of()))
        .containsExactly(List.of("x", "yes", "true", "31", "1.50", "none", "5", "5", "15", "0.5"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "template: !!python/object:os.system x|bad-yaml",
        "template: !!binary aGk=|bad-yaml",
        "template: !!int x|bad-yaml",
        "template: *nowhere|bad-yaml",
        "&a [*a]|bad-yaml",
        "? [a];: b|bad-yaml",
        "template: a;template: b|duplicate-key",
        "template: [a|bad-yaml",
        "'': a|unknown-field",
        "a: {<<: 1}|missing-template",
        "template: a;<<: {failure: root}|unknown-field",
        "defaults: {x: .inf};template: a|bad-number"
      })
  void yaml_beyond_plain_data_is_refused(String text, String code) {
    assertThat(errors(text.replace(';', '\n'), "a.yaml")).extracting(Problem::code).contains(code);
  }

  @Test
  void yaml_holds_one_document() {
    assertThat(errors("template: a\n---\ntemplate: b\n", "a.yaml").get(0).message())
        .contains("second document");
    assertThat(errors("", "a.yaml").get(0).code()).isEqualTo(Codes.BAD_YAML);
    assertThat(errors("", "a.json").get(0).code()).isEqualTo(Codes.BAD_JSON);
  }

  @Test
  void aliases_may_be_used_but_not_to_blow_up() {
    String shared = "- &a {template: x, retry: 2}\n- *a\n";
    assertThat(((ListTemplate) read(shared).template()).children()).hasSize(2);
    StringBuilder bomb = new StringBuilder("defaults:\n  a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 10; i++) {
      String alias = "*a" + (i - 1) + ",";
      bomb.append("  a")
          .append(i)
          .append(": &a")
          .append(i)
          .append(" [")
          .append(alias.repeat(10))
          .append("]\n");
    }
    assertThat(errors(bomb + "template: a\n", "a.yaml").get(0).code()).isEqualTo(Codes.BAD_YAML);
  }

  @Test
  void aliases_to_long_texts_count_by_their_length() {
    String text = "- &a \"" + "x ".repeat(250_000) + "\"\n" + "- *a\n".repeat(10);
    assertThat(errors(text, "a.yaml").get(0).code()).isEqualTo(Codes.BAD_YAML);
  }

  @Test
  void nesting_is_bounded_in_both_formats() {
    String json = "[".repeat(500_000);
    assertThat(errors(json, "a.json").get(0).code()).isEqualTo(Codes.NESTING_TOO_DEEP);
    assertThat(errors(json, "a.yaml").get(0).code()).isEqualTo(Codes.NESTING_TOO_DEEP);
    String deep = "{\"template\":".repeat(63) + "\"a\"" + "}".repeat(63);
    assertThat(read(deep).template()).isInstanceOf(NestedTemplate.class);
    assertThat(codes("{\"template\":{\"template\":" + deep + "}}"))
        .containsExactly(Codes.NESTING_TOO_DEEP);
  }

  @Test
  void large_files_are_refused_before_they_are_read(@TempDir Path dir) throws IOException {
    Path file = dir.resolve("large.json");
    Files.writeString(file, "\"" + "x".repeat(1 << 20) + "\"");
    assertThatThrownBy(() -> new RecipeReader().read(file))
        .isInstanceOfSatisfying(
            RecipeException.class,
            e -> assertThat(e.problems().get(0).code()).isEqualTo(Codes.FILE_TOO_LARGE));
    assertThat(codes("\"" + "ä".repeat(1 << 19) + "\"")).containsExactly(Codes.FILE_TOO_LARGE);
  }

  @Test
  void bytes_that_are_not_utf8_are_refused(@TempDir Path dir) throws IOException {
    Path file = dir.resolve("latin.json");
    Files.write(file, "{\n\"label\": \"\u00e4\"}".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> new RecipeReader().read(file))
        .hasMessageContaining("latin.json:2:1: error[not-utf8]: byte 12 is not UTF-8");
  }

  @Test
  void missing_files_and_directories_are_refused(@TempDir Path dir) {
    assertThatThrownBy(() -> new RecipeReader().read(dir.resolve("none.json")))
        .hasMessageContaining("none.json: error[unreadable-file]: no such file");
    assertThatThrownBy(() -> new RecipeReader().read(dir)).hasMessageContaining("unreadable-file");
  }

  @Test
  void a_byte_order_mark_is_skipped() {
    assertThat(read("\uFEFF\"echo a\"").template()).isInstanceOf(LeafTemplate.class);
  }

  @Test
  void other_limits_can_be_set() {
    RecipeReader strict = new RecipeReader(new RecipeLimits(20, 1, 10, Duration.ofSeconds(1)));
    assertThat(strict.read("[\"a\"]", "x").template()).isInstanceOf(ListTemplate.class);
    assertThatThrownBy(() -> strict.read("[{\"template\":1}]", "x"))
        .hasMessageContaining(Codes.NESTING_TOO_DEEP);
    assertThatThrownBy(() -> new RecipeLimits(1, 1000, 1, Duration.ofSeconds(1)))
        .hasMessageContaining("maxDepth");
    assertThatThrownBy(() -> new RecipeLimits(0, 1, 1, Duration.ofSeconds(1)))
        .hasMessageContaining("maxBytes");
  }
}
