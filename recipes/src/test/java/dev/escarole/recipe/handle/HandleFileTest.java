package dev.escarole.recipe.handle;

import static dev.escarole.recipe.handle.Handles.argv;
import static dev.escarole.recipe.handle.Handles.call;
import static dev.escarole.recipe.handle.Handles.codes;
import static dev.escarole.recipe.handle.Handles.mistakes;
import static dev.escarole.recipe.handle.Handles.read;
import static dev.escarole.recipe.handle.Handles.refusals;
import static dev.escarole.recipe.handle.Handles.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.form.ArgumentList.Argument;
import dev.escarole.recipe.form.value.Provenance;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The printed samples, and the file around a call: its name, parameters, security and places. */
class HandleFileTest {
  private static final String A1 =
      """
      {"name": "build-project", "description": "Builds the project using make", "handle": "command",
       "command": "make", "arguments": ["all"], "directory": "src",
       "environment": {"CFLAGS": "-O2", "MAKEFLAGS": "-j4"}}
      """;

  private static final String A2 =
      """
      {"name": "git-commit", "description": "Commits changes with a message", "handle": "command", "command": "git",
       "arguments": {"$encode": "args", "flags": {"message": {"$": "message"}, "author": {"$": "author"}},
                     "positional": {"$": "files[*]"}}}
      """;

  private static final String A3 =
      """
      {"name": "deploy-service", "description": "Deploys a service", "handle": "command",
       "command": "./deploy.sh", "directory": {"$": "deploy.path"},
       "environment": {"SERVICE_NAME": {"$": "service.name"}},
       "io": {"stdout": "file", "stderr": "pipe", "encoding": "utf8"}}
      """;

  private static String only(List<Problem> problems) {
    assertThat(problems).hasSize(1);
    return problems.get(0).code();
  }

  @Test
  @DisplayName("CH-56: the first sample loads")
  void first_sample() {
    HandleCall call = call(A1, "{}");
    assertThat(call.argv()).containsExactly("make", "all");
    assertThat(call.directory()).isEqualTo(new Argument("src", Provenance.LITERAL));
    assertThat(call.environment())
        .containsExactly(
            Map.entry("CFLAGS", new Argument("-O2", Provenance.LITERAL)),
            Map.entry("MAKEFLAGS", new Argument("-j4", Provenance.LITERAL)));
    assertThat(read(A1).warnings()).isEmpty();
  }

  @Test
  @DisplayName("CH-57: the second sample loads, its words taken literally and warned of")
  void second_sample() {
    assertThat(argv(A2, "{\"message\":\"m\",\"author\":\"a\",\"files\":[\"f\"]}"))
        .containsExactly("git", "flags", "message", "m", "author", "a", "positional", "f");
    assertThat(codes(read(A2).warnings()))
        .containsExactlyInAnyOrder("literal-word", "undeclared-parameters");
  }

  @Test
  @DisplayName("CH-58: the third sample is refused, twice over")
  void third_sample() {
    assertThat(codes(mistakes(A3))).containsExactly("command-name", "unknown-stream");
    assertThat(mistakes(A3).get(1).hint()).isNull();
    assertThat(mistakes(A3).get(1).message()).contains("'pipe', 'ignore' or 'inherit'");
  }

  @Test
  @DisplayName("CH-59: names are 64 ASCII letters, digits, _ and - at most")
  void names_are_checked() {
    for (String bad : List.of("", "a b", "é", "a.b", "x".repeat(65))) {
      String handle = "{\"name\":\"" + bad + "\",\"handle\":\"command\",\"command\":\"a\"}";
      assertThat(only(mistakes(handle))).isEqualTo("bad-handle-name");
    }
    assertThat(only(mistakes("{\"handle\":\"command\",\"command\":\"a\"}")))
        .isEqualTo("missing-field");
    assertThat(
            read("{\"name\":\"" + "x".repeat(64) + "\",\"handle\":\"command\",\"command\":\"a\"}")
                .name())
        .hasSize(64);
  }

  @Test
  @DisplayName("CH-60: arguments are validated before anything is evaluated")
  void arguments_are_validated_first() {
    String handle =
        tool(
            """
            "parameters": {"type": "object", "properties": {"n": {"type": "integer"}, "s": {"type": "string", "pattern": "^a+$"}},
                           "required": ["n"], "additionalProperties": false},
            "arguments": [{"$": "n"}], "directory": {"$": "gone"}
            """);
    List<Problem> problems = refusals(handle, "{\"s\":\"s3cret\",\"x\":1}");
    assertThat(codes(problems)).containsOnly("bad-arguments").hasSize(3);
    assertThat(problems).noneMatch(problem -> problem.message().contains("s3cret"));
    assertThat(codes(refusals(handle, "{\"n\":1}")))
        .containsExactlyInAnyOrder("arguments-type", "bad-directory");
  }

  @ParameterizedTest
  @DisplayName("CH-60: parameters are a JSON Schema of type object")
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "5                                                                ~ bad-parameters",
        "null                                                             ~ bad-parameters",
        "{}                                                               ~ bad-parameters",
        "{\"type\":\"string\"}                                            ~ bad-parameters",
        "{\"type\":\"object\",\"properties\":5}                           ~ form-syntax",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"pattern\":\"(\"}}}       ~ form-syntax",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"pattern\":\"(a)\\\\1\"}}} ~ form-syntax",
        "{\"type\":\"object\",\"$ref\":\"https://example.invalid/s.json\"}   ~ form-syntax",
        "{\"type\":\"object\",\"$ref\":\"#/$defs/gone\"}                     ~ form-syntax",
        "{\"type\":\"object\",\"$schema\":\"http://json-schema.org/draft-07/schema#\"} ~"
            + " form-syntax"
      })
  void parameters_are_a_schema(String parameters, String code) {
    assertThat(codes(mistakes(tool("\"parameters\":" + parameters)))).contains(code);
  }

  @Test
  @DisplayName("CH-61: the handler is command; an unknown one is found before anything else")
  void the_handler_is_command() {
    assertThat(argv("{\"name\":\"t\",\"handler\":\"command\",\"command\":\"a\"}", "{}"))
        .containsExactly("a");
    assertThat(codes(mistakes("{\"name\":\"t\",\"handle\":\"http\",\"command\":\"{{\"}")))
        .containsExactly("unknown-handler");
    assertThat(
            codes(
                mistakes(
                    "{\"name\":\"t\",\"handle\":\"command\",\"handler\":\"x\",\"command\":\"a\"}")))
        .containsExactly("unknown-handler");
    assertThat(codes(mistakes("{\"name\":\"t\",\"command\":\"a\"}")))
        .containsExactly("unknown-handler");
    assertThat(
            codes(
                mistakes(
                    "{\"name\":\"t\",\"handle\":\"command\",\"program\":\"a\",\"command\":\"a\"}")))
        .containsExactly("unknown-field");
  }

  @Test
  @DisplayName("CH-62: no security scheme is supported")
  void security_schemes_are_refused() {
    assertThat(only(mistakes(tool("\"security\":{\"key\":{\"type\":\"apiKey\"}}"))))
        .isEqualTo("unsupported-security");
    assertThat(argv(tool("\"security\":{}"), "{}")).containsExactly("tool");
  }

  @Test
  @DisplayName("CH-63: errors say what failed and where, without values")
  void errors_have_places() {
    String handle =
        "{\"name\": \"t\", \"handle\": \"command\", \"command\": \"a\",\n"
            + " \"arguments\": [{\"$\": \"x\"}]}";
    Problem problem = refusals(handle, "{\"x\":\"--s3cret\"}").get(0);
    assertThat(problem.line()).isEqualTo(2);
    assertThat(problem.pointer()).isEqualTo("/arguments");
    assertThat(problem.render()).doesNotContain("s3cret");
  }

  @Test
  void handles_may_be_written_in_yaml() {
    String handle =
        """
        name: count
        handle: command
        command: wc
        parameters:
          type: object
          properties: {lines: {type: boolean}, text: {type: string}}
          required: [text]
        arguments:
          $encode: args
          -l: {$: lines}
        io:
          stdin: "{{text}}"
        """;
    HandleCall call =
        new HandleReader().read(handle, "count.yaml").call(Map.of("lines", true, "text", "a\n"));
    assertThat(call.argv()).containsExactly("wc", "-l");
    assertThat(call.input().stdin()).isEqualTo(CapturedBytes.of(new byte[] {'a', '\n'}));
  }

  @Test
  void every_mistake_of_a_handle_is_reported_in_its_order() {
    List<Problem> problems =
        mistakes(
            """
            {"name": "a b", "handle": "command",
             "command": "./x",
             "comand": 1,
             "arguments": ["{{"],
             "environment": {"PATH": "x"},
             "io": {"stdout": "file"}}
            """);
    assertThat(codes(problems))
        .containsExactly(
            "bad-handle-name",
            "command-name",
            "unknown-field",
            "form-syntax",
            "sensitive-variable",
            "unknown-stream");
    assertThat(problems).extracting(Problem::line).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void a_handle_is_recognised_by_its_handler() {
    var limits = dev.escarole.recipe.RecipeLimits.DEFAULTS;
    assertThat(HandleReader.isHandle(dev.escarole.recipe.Document.read(A1, "a", limits))).isTrue();
    assertThat(HandleReader.isHandle(dev.escarole.recipe.Document.read("\"ls\"", "a", limits)))
        .isFalse();
  }
}
