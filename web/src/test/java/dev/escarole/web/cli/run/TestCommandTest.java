package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.escarole.engine.command.Outcome;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Tests of recipes on the command line. */
class TestCommandTest {

  private CliHarness cli;
  private Path folder;

  @BeforeEach
  void write(@TempDir Path directory) throws IOException {
    cli = new CliHarness(directory);
    folder = directory.resolve("folder");
    Files.createDirectories(folder.resolve("deep"));
    Files.createDirectories(folder.resolve("parts/recipes"));
    cli.file("folder/greet.yaml", "{args: [who], defaults: {who: world}, template: 'greet {who}'}");
    cli.file(
        "folder/greet.test.yaml",
        """
        tests:
          - name: says hello
            answers: {greet world: hello}
            expect: {stdout: hello}
          - name: fails without a greeter
            otherwise: {outcome: unknown_command}
            expect: {status: failed}
        """);
    cli.file("folder/deep/sum.json", "[\"seq 3\", \"wc -l\"]");
    cli.file(
        "folder/deep/sum.test.json",
        "{\"tests\": [{\"name\": \"counts\", \"otherwise\": {\"run\": true}, \"expect\":"
            + " {\"stdout\": \"3\"}}]}");
  }

  @Test
  void all_tests_below_a_directory_run() {
    Call call = cli.call("test", folder);
    assertThat(call.err()).isEmpty();
    assertThat(call.text())
        .contains("sum.test.json\n", "greet.test.yaml\n", " says hello\n", " counts\n")
        .endsWith("3 tests: 3 passed, 0 failed\n");
    assertThat(call.exit()).isZero();
  }

  @Test
  void a_test_that_fails_says_what_is_not_as_expected() {
    Path tests =
        cli.file(
            "folder/deep/sum.test.json",
            "{\"tests\": [{\"name\": \"counts\", \"otherwise\": {\"run\": true}, \"expect\":"
                + " {\"stdout\": \"4\", \"steps\": {\"0.1\": {\"stdin\": \"1\\n2\"}}}}]}");
    Call call = cli.call("test", tests);
    assertThat(call.exit()).isEqualTo(1);
    assertThat(call.text())
        .contains("stdout: expected 4, is 3\n", "      | 1\n      | 2\n    is\n      | 1\n")
        .endsWith("1 test: 0 passed, 1 failed\n");
  }

  @Test
  void only_the_tests_that_are_asked_for_run() {
    Call call = cli.call("test", folder, "--only", "greeter");
    assertThat(call.text()).doesNotContain("counts", "says hello").contains("1 test: 1 passed");
    Call none = cli.call("test", folder, "--only", "gritter");
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("error: no test has", "gritter");
  }

  @Test
  void a_place_without_tests_is_a_mistake(@TempDir Path empty) {
    Call call = cli.call("test", empty);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("error: there are no tests in", "NAME.test.yaml");
  }

  @Test
  void a_broken_file_does_not_stop_the_others_and_is_told() {
    cli.file("folder/greet.yaml", "{template: []}");
    cli.file("folder/lost.test.yaml", "tests: [{name: x}]");
    Call call = cli.call("test", folder);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.text())
        .contains("greet.test.yaml cannot be used", "lost.test.yaml cannot be used")
        .endsWith("1 test: 1 passed, 0 failed, 2 files cannot be used\n");
    assertThat(call.err()).contains("greet.yaml:1:", "error[no-recipe]", "'lost'");
  }

  @Test
  void json_has_every_result() {
    cli.file("folder/lost.test.yaml", "tests: [{name: x}]");
    JsonNode json = cli.call("test", folder, "--json").json();
    assertThat(json.path("tests").asInt()).isEqualTo(3);
    assertThat(json.path("failed").asInt()).isZero();
    assertThat(json.path("broken").asInt()).isEqualTo(1);
    assertThat(json.path("files").findValuesAsText("name"))
        .containsExactly("counts", "says hello", "fails without a greeter");
    assertThat(json.path("files").findValuesAsText("code")).containsExactly("no-recipe");
  }

  @Test
  void build_servers_get_junit_xml(@TempDir Path target) throws Exception {
    cli.file(
        "folder/greet.test.yaml",
        "tests: [{name: 'a <b> & c', otherwise: \"\\u0007\\ud83d\\ude00\", expect: {stdout: x}}]");
    cli.file("folder/lost.test.yaml", "tests: [{name: x}]");
    Path file = target.resolve("reports/recipes.xml");
    assertThat(cli.call("test", folder, "--junit", file).exit()).isEqualTo(2);
    Document xml =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(Files.newInputStream(file));
    Element all = xml.getDocumentElement();
    assertThat(all.getAttribute("tests")).isEqualTo("3");
    assertThat(all.getAttribute("failures")).isEqualTo("1");
    assertThat(all.getAttribute("errors")).isEqualTo("1");
    Element failure = (Element) xml.getElementsByTagName("failure").item(0);
    assertThat(((Element) failure.getParentNode()).getAttribute("name")).isEqualTo("a <b> & c");
    assertThat(failure.getTextContent()).contains("expected: x\nis: \uFFFD\uD83D\uDE00");
  }

  @Test
  void tests_of_recipes_with_imports_find_them() {
    cli.file("folder/parts/recipes/part.yaml", "'say {x}'");
    cli.file(
        "folder/whole.yaml", "{imports: {p: parts/part}, template: {name: p, values: {x: hi}}}");
    Path tests =
        cli.file(
            "folder/other.test.yaml", "{recipe: ./whole.yaml, tests: [{name: x, otherwise: ''}]}");
    assertThat(cli.call("test", tests, "--recipes", folder).text())
        .endsWith("1 passed, 0 failed\n");
    assertThat(cli.call("test", tests).exit()).isEqualTo(2);
  }

  @Test
  void files_of_tests_are_no_recipes_of_a_folder() {
    cli.file("folder/uses.yaml", "{imports: {t: greet.test}, template: {name: t}}");
    Call call = cli.call("validate", folder.resolve("uses.yaml"), "--recipes", folder);
    assertThat(call.err()).contains("error[import-not-found]");
  }

  @Test
  void the_schema_knows_what_tests_can_have() throws Exception {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(cli.call("schema", "--test").text());
    String sample = Files.readString(folder.resolve("deep/sum.test.json"));
    assertThat(schema.validate(sample, InputFormat.JSON)).isEmpty();
    String misspelt = "{\"tests\": [{\"name\": \"x\", \"anwers\": {}}]}";
    assertThat(schema.validate(misspelt, InputFormat.JSON)).isNotEmpty();
    JsonNode outcomes =
        cli.call("schema", "--test").json().at("/$defs/answer/anyOf/1/properties/outcome/enum");
    assertThat(outcomes)
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(
            Arrays.stream(Outcome.Kind.values())
                .filter(kind -> kind != Outcome.Kind.EXITED)
                .map(Outcome.Kind::word)
                .toList());
    assertThat(cli.call("schema", "--test", "--handle").exit()).isEqualTo(2);
  }
}
