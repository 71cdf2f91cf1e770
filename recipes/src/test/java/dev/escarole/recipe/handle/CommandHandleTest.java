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
import dev.escarole.recipe.handle.HandleStreams.StreamMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the text on Command Handles demands, as far as it can be told without running anything. */
class CommandHandleTest {
  private static final String A1 =
      """
      {"name": "build-project", "description": "Builds the project using make", "handle": "command",
       "command": "make", "arguments": ["all"], "directory": "src",
       "environment": {"CFLAGS": "-O2", "MAKEFLAGS": "-j4"}}
      """;

  private static String only(List<Problem> problems) {
    assertThat(problems).hasSize(1);
    return problems.get(0).code();
  }

  @Test
  @DisplayName("CH-1: a handle without command is refused")
  void a_command_is_needed() {
    assertThat(only(mistakes("{\"name\":\"t\",\"handle\":\"command\"}")))
        .isEqualTo("missing-field");
  }

  @ParameterizedTest
  @DisplayName("CH-2: the command evaluates to a string; any other result, or none, is an error")
  @ValueSource(
      strings = {"5", "null", "[\"a\"]", "{}", "true", "{\"$\":\"gone\"}", "{\"$\":\"n\"}"})
  void the_command_is_a_string(String command) {
    String handle = "{\"name\":\"t\",\"handle\":\"command\",\"command\":" + command + "}";
    assertThat(only(refusals(handle, "{\"n\":5}"))).isEqualTo("command-type");
  }

  @Test
  @DisplayName("CH-2: a computed command must be listed")
  void a_computed_command_must_be_listed() {
    String handle =
        "{\"name\":\"t\",\"handle\":\"command\",\"command\":\"tool-{{n}}\",\"commands\":[\"tool-a\"]}";
    assertThat(argv(handle, "{\"n\":\"a\"}")).containsExactly("tool-a");
    assertThat(only(refusals(handle, "{\"n\":\"b\"}"))).isEqualTo("command-not-listed");
    String chosen =
        "{\"name\":\"t\",\"handle\":\"command\",\"command\":{\"$if\":\"$.x\",\"$then\":\"a\",\"$else\":\"b\"}}";
    assertThat(argv(chosen, "{\"x\":0}")).containsExactly("a");
  }

  @ParameterizedTest
  @DisplayName("CH-3: arguments are a string or an array of strings")
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "\"all\"                                                  ~ tool|all",
        "\"\"                                                     ~ tool|",
        "[\"a b\",\"$HOME\",\"*\"]                                ~ tool|a b|$HOME|*",
        "[\"x\",{\"$\":\"gone\"},\"y\"]                           ~ tool|x|y",
        "{\"$\":\"gone\"}                                         ~ tool",
        "[\"run\",{\"$spread\":{\"$encode\":\"args\",\"-i\":true}}] ~ tool|run|-i",
        "[\"grep\",\"-e\",{\"$\":\"m\"}]                          ~ tool|grep|-e|Fix; rm -rf /",
        "[\"x\",{\"$spread\":\"$.f\"}]                            ~ tool|x|a b.txt|c.txt",
        "[\"--\",{\"$\":\"evil\"}]                                ~ tool|--|-rf",
        "{\"$encode\":\"args\",\"a\":{\"--\":{\"$\":\"evil\"}}}   ~ tool|a|--|-rf",
        "{\"$encode\":\"args\",\"-n\":{\"$\":\"n\"}}              ~ tool|-n|-5"
      })
  void arguments_are_strings(String arguments, String argv) {
    String given =
        "{\"m\":\"Fix; rm -rf /\",\"f\":[\"a b.txt\",\"c.txt\"],\"evil\":\"-rf\",\"n\":-5}";
    assertThat(String.join("|", argv(tool("\"arguments\":" + arguments), given))).isEqualTo(argv);
  }

  @ParameterizedTest
  @DisplayName("CH-3: anything else is an error")
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "[\"x\",{\"$\":\"n\"}]                       ~ arguments-type",
        "null                                        ~ arguments-type",
        "{\"a\":1}                                   ~ arguments-type",
        "5                                           ~ arguments-type",
        "[null]                                      ~ arguments-type",
        "[[\"a\"]]                                   ~ arguments-type",
        "[\"run\",{\"$encode\":\"args\",\"-i\":true}] ~ arguments-type",
        "[\"grep\",{\"$\":\"evil\"}]                 ~ args-flag-injection",
        "[\"grep\",\"{{n}}\"]                        ~ args-flag-injection",
        "{\"$\":\"evil\"}                            ~ args-flag-injection",
        "[\"a\\u0000b\"]                             ~ args-nul",
        "[\"\\ud800\"]                               ~ args-bad-unicode"
      })
  void other_arguments_are_refused(String arguments, String code) {
    String given = "{\"evil\":\"-rf\",\"n\":-5}";
    assertThat(only(refusals(tool("\"arguments\":" + arguments), given))).isEqualTo(code);
  }

  @Test
  @DisplayName("CH-3: 256 KiB of arguments are possible, one byte more is not")
  void arguments_have_a_size() {
    String handle = tool("\"arguments\":[\"xxx\",{\"$\":\"y\"}]");
    assertThat(argv(handle, "{\"y\":\"" + "y".repeat(262_139) + "\"}")).hasSize(3);
    assertThat(only(refusals(handle, "{\"y\":\"" + "y".repeat(262_140) + "\"}")))
        .isEqualTo("argv-too-large");
    assertThat(only(refusals(handle, "{\"y\":\"" + "é".repeat(131_070) + "\"}")))
        .isEqualTo("argv-too-large");
  }

  @Test
  @DisplayName("CH-4, CH-12: the directory is a string, and without one none is asked for")
  void the_directory_is_a_string() {
    assertThat(call(tool("\"directory\":\"a/{{b}}\""), "{\"b\":\"c\"}").directory())
        .isEqualTo(new Argument("a/c", Provenance.MIXED));
    assertThat(call(tool(""), "{}").directory()).isNull();
  }

  @ParameterizedTest
  @DisplayName("CH-4, CH-11: another directory is a named error")
  @ValueSource(
      strings = {"5", "null", "\"\"", "{\"$\":\"gone\"}", "{\"$env\":\"HOME\"}", "\"a\\u0000\""})
  void another_directory_is_refused(String directory) {
    assertThat(only(refusals(tool("\"directory\":" + directory), "{}"))).isEqualTo("bad-directory");
  }

  @Test
  @DisplayName("CH-5, CH-14: the environment has exactly the variables that are written")
  void the_environment_is_what_is_written() {
    HandleCall call =
        call(
            tool(
                "\"environment\":{\"A\":{\"$\":\"a\"},\"B\":5,\"C\":true,\"D\":null,\"E\":{\"$\":\"gone\"}}"),
            "{\"a\":\"-x y\"}");
    assertThat(call.environment())
        .containsExactly(
            Map.entry("A", new Argument("-x y", Provenance.DYNAMIC)),
            Map.entry("B", new Argument("5", Provenance.LITERAL)),
            Map.entry("C", new Argument("true", Provenance.LITERAL)));
  }

  @Test
  @DisplayName("CH-13, CH-18: without environment, none is asked for")
  void without_environment_there_is_none() {
    assertThat(call(tool(""), "{}").environment()).isEmpty();
    assertThat(call(tool("\"environment\":{\"$\":\"gone\"}"), "{}").environment()).isEmpty();
  }

  @Test
  @DisplayName("CH-6: io is an object")
  void io_is_an_object() {
    for (String io : List.of("5", "null", "[]", "\"pipe\"")) {
      assertThat(only(mistakes(tool("\"io\":" + io)))).isEqualTo("wrong-type");
    }
    assertThat(only(mistakes(tool("\"io\":{\"timeout\":5}")))).isEqualTo("unknown-field");
  }

  @Test
  @DisplayName("CH-7: five fields are forms, the other members of io are literals")
  void five_fields_are_forms() {
    HandleCall call =
        call(
            """
            {"name": "t", "handle": "command", "command": "{{v}}", "commands": ["v"], "arguments": "{{v}}",
             "directory": "{{v}}", "environment": {"V": "{{v}}"}, "io": {"stdin": "{{v}}"}}
            """,
            "{\"v\":\"v\"}");
    assertThat(call.argv()).containsExactly("v", "v");
    assertThat(call.directory()).isEqualTo(new Argument("v", Provenance.DYNAMIC));
    assertThat(call.environment().get("V")).isEqualTo(new Argument("v", Provenance.DYNAMIC));
    assertThat(call.input().stdin()).isEqualTo(CapturedBytes.of(new byte[] {'v'}));
    assertThat(codes(mistakes(tool("\"io\":{\"stdout\":\"{{v}}\",\"encoding\":\"{{v}}\"}"))))
        .containsExactlyInAnyOrder("unknown-stream", "unknown-charset");
  }

  @ParameterizedTest
  @DisplayName("CH-15: an invalid variable name is an error, found when the handle is read")
  @ValueSource(strings = {"A B", "1A", "", "A-B", "A=B", "É"})
  void variable_names_are_checked(String name) {
    assertThat(only(mistakes(tool("\"environment\":{\"" + name + "\":{\"$\":\"x\"}}"))))
        .isEqualTo("environment-name");
  }

  @Test
  @DisplayName("CH-15, CH-53: callers choose no variable names")
  void callers_choose_no_variable_names() {
    String handle = tool("\"environment\":{\"$\":\"env\"}");
    assertThat(only(refusals(handle, "{\"env\":{\"PAGER\":\"x\"}}"))).isEqualTo("environment-name");
  }

  @ParameterizedTest
  @DisplayName("CH-16: sensitive system variables cannot be set")
  @ValueSource(
      strings = {
        "PATH",
        "LD_PRELOAD",
        "DYLD_INSERT_LIBRARIES",
        "IFS",
        "ENV",
        "BASH_ENV",
        "SHELLOPTS",
        "NODE_OPTIONS",
        "PYTHONPATH",
        "PYTHONHOME",
        "PYTHONSTARTUP",
        "PERL5OPT",
        "PERL5LIB",
        "RUBYOPT",
        "JAVA_TOOL_OPTIONS",
        "GIT_SSH_COMMAND",
        "GIT_SSH",
        "GIT_CONFIG_GLOBAL",
        "GIT_EXEC_PATH",
        "ld_preload"
      })
  void sensitive_variables_are_refused(String name) {
    assertThat(codes(mistakes(tool("\"environment\":{\"" + name + "\":\"x\"}"))))
        .contains("sensitive-variable");
  }

  @Test
  @DisplayName("CH-16: ordinary variables can be set")
  void ordinary_variables_are_allowed() {
    assertThat(call(A1, "{}").environment()).containsOnlyKeys("CFLAGS", "MAKEFLAGS");
  }

  @ParameterizedTest
  @DisplayName("CH-19: values of variables are text, numbers and booleans without NUL")
  @ValueSource(strings = {"[]", "{\"a\":1}", "\"a\\u0000b\"", "\"\\ud800\"", "{\"$\":\"l\"}"})
  void variable_values_are_checked(String value) {
    assertThat(only(refusals(tool("\"environment\":{\"V\":" + value + "}"), "{\"l\":[1]}")))
        .isEqualTo("environment-value");
  }

  @ParameterizedTest
  @DisplayName("CH-20: a string is sent in the encoding")
  @CsvSource({"utf8,c3a9", "utf-8,c3a9", "latin1,e9", "utf16le,e900", "binary,c3a9"})
  void stdin_is_sent_in_the_encoding(String encoding, String hex) {
    HandleCall call =
        call(
            tool("\"io\":{\"stdin\":{\"$\":\"x\"},\"encoding\":\"" + encoding + "\"}"),
            "{\"x\":\"é\"}");
    assertThat(call.input().stdin())
        .isEqualTo(CapturedBytes.of(java.util.HexFormat.of().parseHex(hex)));
  }

  @Test
  @DisplayName("CH-20: base64 is decoded before the command reads it; anything else is refused")
  void stdin_in_base64_is_decoded() {
    String handle = tool("\"io\":{\"stdin\":{\"$\":\"x\"},\"encoding\":\"base64\"}");

    assertThat(call(handle, "{\"x\":\"AP8K\"}").input().stdin())
        .isEqualTo(CapturedBytes.of(new byte[] {0, -1, 10}));
    assertThat(call(handle, "{\"x\":\"\"}").input().stdin())
        .isEqualTo(CapturedBytes.of(new byte[0]));
    for (String bad : List.of("A", "AP8K=", "é", "AP 8K", "_-8K", "====")) {
      assertThat(only(refusals(handle, "{\"x\":\"" + bad + "\"}"))).isEqualTo("bad-stdin");
    }
    assertThat(only(mistakes(tool("\"io\":{\"stdin\":\"é\",\"encoding\":\"base64\"}"))))
        .isEqualTo("bad-stdin");
  }

  @Test
  @DisplayName("CH-20: bytes are sent as they are; anything else is an error")
  void stdin_may_be_bytes() {
    CommandHandle handle = read(tool("\"io\":{\"stdin\":{\"$\":\"x\"}}"));
    byte[] bytes = {0, -1, 10};
    assertThat(handle.call(Map.of("x", bytes)).input().stdin()).isEqualTo(CapturedBytes.of(bytes));
    for (String other : List.of("5", "[1]", "null", "\"\\ud800\"")) {
      assertThat(only(refusals(tool("\"io\":{\"stdin\":{\"$\":\"x\"}}"), "{\"x\":" + other + "}")))
          .isEqualTo("bad-stdin");
    }
    assertThat(only(mistakes(tool("\"io\":{\"stdin\":\"é\",\"encoding\":\"ascii\"}"))))
        .isEqualTo("bad-stdin");
  }

  @ParameterizedTest
  @DisplayName("CH-21, CH-22: pipe is the default; anything but the three words is refused")
  @ValueSource(strings = {"stdout", "stderr"})
  void streams_are_handled_in_three_ways(String stream) {
    for (String word : List.of("pipe", "ignore", "inherit")) {
      HandleStreams streams =
          call(tool("\"io\":{\"" + stream + "\":\"" + word + "\"}"), "{}").input().streams();
      StreamMode mode = stream.equals("stdout") ? streams.stdout() : streams.stderr();
      StreamMode other = stream.equals("stdout") ? streams.stderr() : streams.stdout();
      assertThat(mode.word()).isEqualTo(word);
      assertThat(other).isEqualTo(StreamMode.PIPE);
    }
    for (String bad : List.of("\"file\"", "5", "null", "\"PIPE\"")) {
      assertThat(only(mistakes(tool("\"io\":{\"" + stream + "\":" + bad + "}"))))
          .isEqualTo("unknown-stream");
    }
  }

  @Test
  @DisplayName("CH-23: the encoding defaults to utf8, and an unknown one is refused")
  void unknown_encodings_are_refused() {
    assertThat(call(tool("\"io\":{}"), "{}").input().streams().encoding())
        .isEqualTo(StreamEncoding.UTF8);
    for (String bad : List.of("\"ebcdic\"", "5", "null")) {
      assertThat(only(mistakes(tool("\"io\":{\"encoding\":" + bad + "}"))))
          .isEqualTo("unknown-charset");
    }
  }

  @Test
  @DisplayName("CH-24: without io, or without stdin in it, standard input is closed")
  void stdin_is_closed_by_default() {
    assertThat(call(tool(""), "{}").input().stdin()).isNull();
    assertThat(call(tool("\"io\":{}"), "{}").input().stdin()).isNull();
    assertThat(call(tool("\"io\":{\"stdin\":{\"$\":\"gone\"}}"), "{}").input().stdin()).isNull();
  }

  private static HandleOutcome outcome(int exitCode, byte[] stdout, String stderr) {
    return new HandleOutcome(
        exitCode,
        CapturedBytes.of(stdout),
        CapturedBytes.of(stderr.getBytes(StandardCharsets.UTF_8)),
        false);
  }

  @Test
  @DisplayName("CH-25: without io, both outputs are in the result as UTF-8 text")
  void outputs_are_captured_by_default() {
    byte[] stdout = {'a', (byte) 0xff, (byte) 0xc3, (byte) 0xa9};
    assertThat(call(tool(""), "{}").result(outcome(0, stdout, "oops")).plain())
        .isEqualTo(Map.of("exitCode", 0, "stdout", "a\uFFFDé", "stderr", "oops"));
  }

  @Test
  @DisplayName("CH-26: what is ignored or inherited is not in the result")
  void ignored_streams_are_not_in_the_result() {
    HandleCall call = call(tool("\"io\":{\"stdout\":\"ignore\",\"stderr\":\"inherit\"}"), "{}");
    assertThat(call.result(outcome(0, new byte[] {'a'}, "b")).plain())
        .isEqualTo(Map.of("exitCode", 0));
  }

  @Test
  @DisplayName("CH-26: bytes can be had as base64 or as they are")
  void bytes_can_be_had() {
    byte[] bytes = {0, -1};
    HandleCall base64 = call(tool("\"io\":{\"stderr\":\"ignore\",\"encoding\":\"base64\"}"), "{}");
    assertThat(base64.result(outcome(0, bytes, "")).plain().get("stdout")).isEqualTo("AP8=");
    HandleCall binary = call(tool("\"io\":{\"stderr\":\"ignore\",\"encoding\":\"binary\"}"), "{}");
    assertThat(binary.result(outcome(0, bytes, "")).plain().get("stdout")).isEqualTo(bytes);
  }

  @Test
  @DisplayName("CH-27, CH-34: all fields are evaluated, and one mistake leaves no call")
  void one_mistake_leaves_no_call() {
    String handle =
        tool(
            "\"arguments\":[{\"$\":\"n\"}],\"directory\":{\"$\":\"gone\"},\"environment\":{\"V\":{\"$\":\"l\"}}");
    assertThat(codes(refusals(handle, "{\"n\":1,\"l\":[]}")))
        .containsExactlyInAnyOrder("arguments-type", "bad-directory", "environment-value");
  }

  @Test
  @DisplayName("CH-29, CH-32, CH-52: arguments stay as they are, byte for byte and in order")
  void shell_syntax_stays_text() {
    List<String> hostile =
        List.of(
            "*", "$HOME", ";", "|", "~", "`id`", "$(id)", "a b", "'", "\"", "\\", "\n", "> x", "&&",
            "{{x}}");
    Map<String, Object> arguments = Map.of("all", hostile);
    List<String> argv = read(tool("\"arguments\":{\"$\":\"all\"}")).call(arguments).argv();
    assertThat(argv.subList(1, argv.size())).isEqualTo(hostile);
    List<String> encoded =
        read(tool("\"arguments\":{\"$encode\":\"args\",\"x\":{\"$\":\"all\"}}"))
            .call(arguments)
            .argv();
    assertThat(encoded.subList(2, encoded.size())).isEqualTo(hostile);
  }

  @Test
  @DisplayName("CH-31: a non-zero exit code is a result")
  void a_failure_is_a_result() {
    HandleOutcome failed =
        new HandleOutcome(
            3, CapturedBytes.of(new byte[] {'x'}), CapturedBytes.of(new byte[0]), true);
    assertThat(call(tool(""), "{}").result(failed).plain())
        .isEqualTo(Map.of("exitCode", 3, "stdout", "x", "stderr", "", "truncated", true));
  }

  @ParameterizedTest
  @DisplayName("CH-33: only names and absolute paths are commands")
  @ValueSource(
      strings = {"./x", "a/b", "../x", "", "..", "-x", "a b", "a;b", "C:\\\\\\\\x", "a\\u0000"})
  void relative_commands_are_refused(String command) {
    String handle = "{\"name\":\"t\",\"handle\":\"command\",\"command\":\"" + command + "\"}";
    assertThat(only(mistakes(handle))).isEqualTo("command-name");
  }

  @Test
  @DisplayName("CH-33: a computed command is checked like a written one")
  void computed_commands_are_checked() {
    String handle =
        "{\"name\":\"t\",\"handle\":\"command\",\"command\":{\"$if\":\"$.x\",\"$then\":\"a/b\",\"$else\":\"/b\"}}";
    assertThat(only(refusals(handle, "{\"x\":1}"))).isEqualTo("command-name");
    assertThat(argv(handle, "{}")).containsExactly("/b");
  }

  @Test
  @DisplayName("CH-35: the args encoding is there")
  void the_args_encoding_is_there() {
    assertThat(argv(tool("\"arguments\":{\"$encode\":\"args\",\"a\":\"b\"}"), "{}"))
        .containsExactly("tool", "a", "b");
  }

  @Test
  @DisplayName("CH-53: no argument string can be read as a flag, unless the handle allows it")
  void callers_give_no_flags() {
    String arguments = "\"arguments\":[{\"$\":\"x\"}]";
    assertThat(only(refusals(tool(arguments), "{\"x\":\"--force\"}")))
        .isEqualTo("args-flag-injection");
    assertThat(argv(tool("\"allow_flags\":true," + arguments), "{\"x\":\"--force\"}"))
        .containsExactly("tool", "--force");
    assertThat(only(mistakes(tool("\"allow_flags\":\"yes\"")))).isEqualTo("wrong-type");
  }

  @ParameterizedTest
  @DisplayName("CH-47 (X6): a handle may refuse control characters; spaces and other text pass")
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {"a\\nb", "a\\tb", "\\u0001", "\\u001b[31m", "\\u007f", "\\u0085", "\\u009b1m"})
  void control_characters_can_be_refused(String text) {
    String fields = "\"arguments\":[{\"$\":\"x\"}]";
    String given = "{\"x\":\"" + text + "\"}";
    assertThat(argv(tool(fields), given)).hasSize(2);
    assertThat(only(refusals(tool("\"printable\":true," + fields), given)))
        .isEqualTo("args-control");
    String encoded =
        "\"printable\":true,\"arguments\":{\"$encode\":\"args\",\"--x=\":{\"$\":\"x\"}}";
    assertThat(only(refusals(tool(encoded), given))).isEqualTo("args-control");
    assertThat(argv(tool("\"printable\":true," + fields), "{\"x\":\"a b; é 日本 #'<>\"}")).hasSize(2);
    assertThat(only(mistakes(tool("\"printable\":1")))).isEqualTo("wrong-type");
  }

  @Test
  @DisplayName("CH-24: only a handle that says so leaves its standard input open")
  void stdin_can_be_left_open() {
    assertThat(call(tool(""), "{}").input().streams().openStdin()).isFalse();
    assertThat(call(tool("\"allow_stdin\":true"), "{}").input().streams().openStdin()).isTrue();
    assertThat(call(tool("\"allow_stdin\":true"), "{}").input().stdin()).isNull();
    assertThat(only(mistakes(tool("\"allow_stdin\":\"yes\"")))).isEqualTo("wrong-type");
  }
}
