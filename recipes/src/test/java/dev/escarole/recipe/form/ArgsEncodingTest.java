package dev.escarole.recipe.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormLimits;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The {@code args} encoding, row by row. The rows need no {@code $encode}: the test adds it. */
class ArgsEncodingTest {
  private static final String ARGUMENTS =
      """
      {"m":"Fix; rm -rf /","f":["a b.txt","c.txt"],"evil":"-rf","plus":"+x","dd":"--","n":-5,"s5":"-5","dash":"-",
       "o":{"-rf":true},"fl":{"-x":true},"z":null,"t":"{{m}}","off":false,"on":true,"mix":["ok","--exec=x"],"w":"C:\\\\x"}
      """;

  private static final String DOCKER =
      """
      {"docker":{"run":{"-i":true,"-t":true,"-p":"8080","--name=":"test-container",
       "--label=":["app=myapp","env=prod,debug"],"ubuntu":{"latest":null,"bash":null}}}}
      """;

  private static Arguments row(String input, String expected) {
    return Arguments.of(input, expected);
  }

  static Stream<Arguments> printed_examples() {
    return Stream.of(
        row(
            DOCKER,
            "[\"docker\",\"run\",\"-it\",\"-p\",\"8080\",\"--name=test-container\",\"--label=app=myapp,env=prod\\\\,debug\",\"ubuntu\",\"latest\",\"bash\"]"),
        row(
            "{\"str\":\"hello\",\"num\":42,\"bool\":true,\"empty\":null}",
            "[\"str\",\"hello\",\"num\",\"42\",\"bool\",\"true\"]"),
        row(
            "{\"git\":{\"commit\":{\"-a\":true,\"-m\":[\"Initial commit\",\"More details\"],\"--\":[\"file1.txt\",\"file2.txt\"]}}}",
            "[\"git\",\"commit\",\"-a\",\"-m\",\"Initial commit\",\"More details\",\"--\",\"file1.txt\",\"file2.txt\"]"),
        row("{\"command\":{\"$args\":[\"--\",\"file.txt\"]}}", "[\"command\",\"--\",\"file.txt\"]"),
        row(
            "{\"command\":{\"$flags\":{\"a\":true,\"b\":true,\"v\":true,\"message\":\"Commit message\",\"author=\":\"Alice\"}}}",
            "[\"command\",\"-abv\",\"--message\",\"Commit message\",\"--author=Alice\"]"),
        row(
            "{\"command\":{\"$repeat\":{\"-I\":[\"include1\",\"include2\"],\"--define=\":[\"DEBUG=1\",\"VERSION=2\"],\"--optional=\":[]}}}",
            "[\"command\",\"-I\",\"include1\",\"-I\",\"include2\",\"--define=DEBUG=1\",\"--define=VERSION=2\"]"));
  }

  static Stream<Arguments> whole_commands() {
    return Stream.of(
        row(
            "{\"podman\":{\"create\":{\"-q\":true,\"-t\":true,\"-w\":\"/srv\",\"--name=\":\"box1\",\"--annotation=\":[\"k=v\",\"a=1,2\"],\"alpine\":{\"sleep\":null,\"inf\":null}}}}",
            "[\"podman\",\"create\",\"-qt\",\"-w\",\"/srv\",\"--name=box1\",\"--annotation=k=v,a=1\\\\,2\",\"alpine\",\"sleep\",\"inf\"]"),
        row(
            "{\"id\":\"u1\",\"age\":7,\"active\":true,\"nick\":null}",
            "[\"id\",\"u1\",\"age\",\"7\",\"active\",\"true\"]"),
        row(
            "{\"hg\":{\"commit\":{\"-A\":true,\"-m\":[\"one two\",\"three\"],\"--\":[\"p.c\",\"q.c\"]}}}",
            "[\"hg\",\"commit\",\"-A\",\"-m\",\"one two\",\"three\",\"--\",\"p.c\",\"q.c\"]"),
        row("{\"tool\":{\"$args\":[\"--\",\"odd.txt\"]}}", "[\"tool\",\"--\",\"odd.txt\"]"),
        row(
            "{\"tool\":{\"$flags\":{\"x\":true,\"y\":true,\"note\":\"two words\",\"owner=\":\"Bo\"}}}",
            "[\"tool\",\"-xy\",\"--note\",\"two words\",\"--owner=Bo\"]"),
        row(
            "{\"cc\":{\"$repeat\":{\"-L\":[\"l1\",\"l2\"],\"--def=\":[\"A=1\",\"B=2\"],\"--none=\":[]}}}",
            "[\"cc\",\"-L\",\"l1\",\"-L\",\"l2\",\"--def=A=1\",\"--def=B=2\"]"),
        row(
            "{\"flags\":{\"message\":{\"$\":\"m\"},\"author\":\"Bo\"},\"positional\":{\"$\":\"f[*]\"}}",
            "[\"flags\",\"message\",\"Fix; rm -rf /\",\"author\",\"Bo\",\"positional\",\"a b.txt\",\"c.txt\"]"),
        row(
            "{\"gcc\":[{\"$flags\":{\"O\":\"2\"}},{\"$repeat\":{\"-I\":[\"a\",\"b\"]}},\"main.c\"]}",
            "[\"gcc\",\"-O\",\"2\",\"-I\",\"a\",\"-I\",\"b\",\"main.c\"]"));
  }

  static Stream<Arguments> values() {
    return Stream.of(
        row("null", "[]"),
        row("true", "[\"true\"]"),
        row("42", "[\"42\"]"),
        row("1.50", "[\"1.5\"]"),
        row("1e21", "[\"1e+21\"]"),
        row("\"a b; $(x) | z > q\"", "[\"a b; $(x) | z > q\"]"),
        row("[\"a\",[\"b\",[null,false,\"c\"]],7]", "[\"a\",\"b\",\"c\",\"7\"]"),
        row("\"line1\\nline2 é 日本\"", "[\"line1\\nline2 é 日本\"]"),
        row("\"nul\\u0000x\"", "ARGS_NUL"),
        row("\"\\ud800\"", "ARGS_BAD_UNICODE"),
        row("\"\\udc00\"", "ARGS_BAD_UNICODE"),
        row("\"\\ud83d\\ude00\"", "[\"😀\"]"));
  }

  static Stream<Arguments> words() {
    return Stream.of(
        row("{\"git\":{\"status\":null}}", "[\"git\",\"status\"]"),
        row("{\"ls\":null,\"-l\":true}", "[\"ls\",\"-l\"]"),
        row("{\"file\":\"x\",\"verbose\":null}", "[\"file\",\"x\"]"),
        row("{\"dry\":false}", "[]"),
        row("{\"x\":true}", "[\"x\",\"true\"]"),
        row("{\"add\":[]}", "[\"add\"]"),
        row("{\"add\":{}}", "[\"add\"]"),
        row("{\"a.b\":1}", "ARGS_BAD_NAME"),
        row("{\"\":1}", "ARGS_BAD_NAME"),
        row("{\"_x\":1}", "ARGS_BAD_NAME"),
        row("{\"-\":true}", "ARGS_BAD_NAME"),
        row("{\"++x\":true}", "ARGS_BAD_NAME"),
        row("{\"-a b\":1}", "ARGS_BAD_NAME"),
        row("{\"-a\\n\":1}", "ARGS_BAD_NAME"),
        row("{\"x=\":1}", "ARGS_BAD_NAME"),
        row("{\"$repeat\":{\"I\":[\"x\"]}}", "ARGS_BAD_NAME"),
        row("{\"b\":null,\"2\":null,\"1\":null}", "[\"b\",\"2\",\"1\"]"));
  }

  static Stream<Arguments> flags() {
    return Stream.of(
        row("{\"-a\":false}", "[]"),
        row("{\"-a\":null}", "[]"),
        row("{\"--amend\":true}", "[\"--amend\"]"),
        row("{\"--amend\":\"true\"}", "[\"--amend\",\"true\"]"),
        row("{\"--opt\":[]}", "[]"),
        row("{\"--opt\":{}}", "[]"),
        row("{\"--o=\":[\"a\",\"b\"]}", "[\"--o=a,b\"]"),
        row("{\"--o=\":\"a,b\"}", "[\"--o=a\\\\,b\"]"),
        row("{\"--o=\":{\"$\":\"w\"}}", "[\"--o=C:\\\\\\\\x\"]"),
        row("{\"--o=\":\"say \\\"hi\\\"\"}", "[\"--o=say \\\"hi\\\"\"]"),
        row("{\"-I=\":\"x\"}", "[\"-I=x\"]"),
        row("{\"-abc\":true}", "[\"-abc\"]"),
        row("{\"--\":true}", "[\"--\"]"),
        row("{\"-a\":[true]}", "[\"-a\",\"true\"]"),
        row("{\"--o=\":true}", "[\"--o=true\"]"),
        row("{\"--o=\":false}", "[]"),
        row("{\"--\":[]}", "[]"),
        row("{\"--\":null}", "[]"),
        row("{\"---x\":true}", "ARGS_BAD_NAME"),
        row("{\"$flags\":{\"--\":[\"x\"]}}", "ARGS_BAD_NAME"),
        row("{\"-a\":true,\"-b\":\"v\",\"-c\":true,\"-d\":true}", "[\"-a\",\"-b\",\"v\",\"-cd\"]"),
        row("{\"-a\":true,\"-b\":false,\"-c\":true}", "[\"-ac\"]"),
        row("{\"-a\":true,\"+b\":true,\"+c\":true}", "[\"-a\",\"+bc\"]"),
        row("[{\"-i\":true},{\"-t\":true}]", "[\"-i\",\"-t\"]"),
        row("{\"-a\":true,\"x\":null,\"-b\":true}", "[\"-a\",\"x\",\"-b\"]"),
        row("{\"-v\":{\"$\":\"on\"},\"-q\":{\"$\":\"off\"}}", "[\"-v\"]"));
  }

  static Stream<Arguments> directives() {
    return Stream.of(
        row(
            "{\"$flags\":{\"-v\":true,\"--all\":true,\"n\":3,\"x=\":\"1\"}}",
            "[\"-v\",\"--all\",\"-n\",\"3\",\"-x=1\"]"),
        row("{\"$flags\":{\"+a\":true,\"b\":true,\"+c\":true}}", "[\"-b\",\"+ac\"]"),
        row("{\"$flags\":{\"long\":true,\"q\":false}}", "[\"--long\"]"),
        row("{\"$flags\":{\"z\":\"1\",\"a\":true}}", "[\"-a\",\"-z\",\"1\"]"),
        row("{\"$flags\":[\"x\"]}", "ARGS_FLAGS_NOT_OBJECT"),
        row("{\"$flags\":{\"a\":true},\"$args\":[\"x\"]}", "ARGS_MULTIPLE_DIRECTIVES"),
        row("{\"$flags\":{\"a\":true},\"sub\":\"x\"}", "ARGS_DIRECTIVE_SIBLINGS"),
        row("{\"$repeat\":{\"-v\":[true,true]}}", "[\"-v\",\"-v\"]"),
        row("{\"$repeat\":{\"--l=\":[true]}}", "[\"--l=true\"]"),
        row("{\"$repeat\":{\"-v\":[null,false]}}", "[]"),
        row("{\"$repeat\":{\"--l=\":[\"a,b\",[\"c\",\"d\"]]}}", "[\"--l=a\\\\,b\",\"--l=c,d\"]"),
        row("{\"$repeat\":{\"-I\":\"x\"}}", "ARGS_REPEAT_NOT_ARRAY"),
        row("{\"$repeat\":5}", "ARGS_REPEAT_NOT_OBJECT"),
        row("{\"$args\":[\"-x\",\"a b\",{\"-q\":true}]}", "[\"-x\",\"a b\",\"-q\"]"),
        row("{\"$$args\":[\"-x\"]}", "[\"-x\"]"),
        row("{\"$nope\":1}", "ARGS_UNKNOWN_DIRECTIVE"),
        row("{\"$flags\":{\"$args\":[1]}}", "ARGS_BAD_NAME"));
  }

  static Stream<Arguments> callers_values() {
    return Stream.of(
        row("{\"rm\":{\"$\":\"evil\"}}", "ARGS_FLAG_INJECTION"),
        row("{\"rm\":{\"--\":{\"$\":\"evil\"}}}", "[\"rm\",\"--\",\"-rf\"]"),
        row("{\"rm\":[\"--\",{\"$\":\"evil\"}]}", "[\"rm\",\"--\",\"-rf\"]"),
        row("{\"x\":\"{{evil}}\"}", "ARGS_FLAG_INJECTION"),
        row("{\"x\":\"{{gone}}{{evil}}\"}", "ARGS_FLAG_INJECTION"),
        row("{\"x\":\"./{{evil}}\"}", "[\"x\",\"./-rf\"]"),
        row("{\"-n\":{\"$\":\"n\"}}", "[\"-n\",\"-5\"]"),
        row("{\"-n\":{\"$\":\"s5\"}}", "ARGS_FLAG_INJECTION"),
        row("{\"-n=\":{\"$\":\"s5\"}}", "[\"-n=-5\"]"),
        row("{\"cat\":{\"$\":\"dash\"}}", "[\"cat\",\"-\"]"),
        row("{\"x\":{\"$\":\"dd\"}}", "ARGS_FLAG_INJECTION"),
        row("{\"x\":{\"$\":\"plus\"}}", "ARGS_FLAG_INJECTION"),
        row("{\"x\":{\"$\":\"o\"}}", "ARGS_DYNAMIC_OBJECT"),
        row("{\"$flags\":{\"$\":\"fl\"}}", "ARGS_DYNAMIC_OBJECT"),
        row("{\"$repeat\":{\"$\":\"fl\"}}", "ARGS_DYNAMIC_OBJECT"),
        row("{\"x\":{\"$\":\"t\"}}", "[\"x\",\"{{m}}\"]"),
        row("{\"x\":{\"$\":\"gone\"}}", "[]"),
        row("{\"x\":{\"$\":\"z\"}}", "[]"),
        row("{\"-I=\":{\"$\":\"f\"}}", "[\"-I=a b.txt,c.txt\"]"),
        row("{\"$repeat\":{\"-e\":{\"$\":\"f\"}}}", "[\"-e\",\"a b.txt\",\"-e\",\"c.txt\"]"),
        row("{\"$repeat\":{\"-e\":{\"$\":\"mix\"}}}", "ARGS_FLAG_INJECTION"),
        row("{\"-m\":\"--\",\"x\":{\"$\":\"evil\"}}", "ARGS_FLAG_INJECTION"),
        row(
            "{\"$each\":[1],\"$as\":\"i\",\"$key\":\"--{{evil}}\",\"$value\":true}",
            "ARGS_DYNAMIC_OBJECT"),
        row("{\"$each\":[\"a\"],\"$as\":\"i\",\"$key\":\"--{{i}}\",\"$value\":true}", "[\"--a\"]"),
        row("{\"x\":{\"$spread\":\"$.o\",\"y\":1}}", "ARGS_DYNAMIC_OBJECT"),
        row("{\"x\":{\"$use\":[{\"$\":\"evil\"}],\"$join\":\"\"}}", "ARGS_FLAG_INJECTION"),
        row("{\"x\":{\"$\":\"mix | last\"}}", "ARGS_FLAG_INJECTION"),
        row("{\"x\":{\"$use\":{\"$\":\"mix\"},\"$transform\":\"last\"}}", "ARGS_FLAG_INJECTION"),
        row("{\"x\":{\"$if\":\"$.on\",\"$then\":\"-y\"}}", "[\"x\",\"-y\"]"));
  }

  @ParameterizedTest
  @MethodSource({
    "printed_examples",
    "whole_commands",
    "values",
    "words",
    "flags",
    "directives",
    "callers_values"
  })
  void a_value_becomes_its_arguments(String input, String expected) {
    FormValue form = encoded(Forms.literal(input));
    assertThat(told(form)).isEqualTo(expected);
  }

  private static FormValue encoded(FormValue input) {
    Map<String, Object> form = new LinkedHashMap<>();
    if (input instanceof FormValue.Obj object) {
      object.members().forEach((name, member) -> form.put(name, member.value().plain()));
    } else {
      form.put("$use", input.plain());
    }
    form.put("$encode", "args");
    return FormValue.literal(form);
  }

  private static String told(FormValue form) {
    try {
      return ToolForm.parse(form, FormSettings.defaults())
          .evaluate(Forms.arguments(ARGUMENTS))
          .map(Forms::json)
          .orElse("undefined");
    } catch (FormException refused) {
      return refused.problems().get(0).code().toUpperCase(Locale.ROOT).replace('-', '_');
    }
  }

  @Test
  void bytes_are_refused() {
    FormValue arguments = FormValue.dynamic(Map.of("b", new byte[] {1, 2}));
    ToolForm form = Forms.parse("{\"x\":{\"$\":\"b\"},\"$encode\":\"args\"}");
    List<String> codes = new ArrayList<>();
    try {
      form.evaluate(arguments);
    } catch (FormException refused) {
      refused.problems().forEach(problem -> codes.add(problem.code()));
    }
    assertThat(codes).containsExactly("args-binary");
  }

  @Test
  @DisplayName("the encoding chains: its list can be written as JSON")
  void the_list_can_be_encoded_again() {
    assertThat(Forms.json("{\"-a\":true,\"x\":null,\"$encode\":[\"args\",\"json\"]}", "{}"))
        .isEqualTo("\"[\\\"-a\\\",\\\"x\\\"]\"");
  }

  @Test
  void a_handle_may_let_callers_give_flags() {
    FormSettings lax =
        new FormSettings(
            FormLimits.DEFAULTS, new ArgsRules(true, false), "", FormValue.literal(null), () -> {});
    ToolForm form =
        ToolForm.parse(Forms.literal("{\"rm\":{\"$\":\"evil\"},\"$encode\":\"args\"}"), lax);
    assertThat(form.evaluate(Forms.arguments(ARGUMENTS)).map(Forms::json))
        .contains("[\"rm\",\"-rf\"]");
  }

  @Test
  void each_argument_knows_who_wrote_it() {
    FormValue.Array list =
        (FormValue.Array)
            Forms.value(
                "{\"-v\":true,\"-m\":{\"$\":\"m\"},\"--n=\":{\"$\":\"n\"},\"-c\":{\"$\":\"n\"},\"x\":\"{{m}}!\",\"y\":\"!{{m}}\",\"$encode\":\"args\"}",
                ARGUMENTS);
    assertThat(list).isNotNull();
    assertThat(list.items().stream().map(FormValue::provenance).map(Provenance::word))
        .containsExactly(
            "literal", "literal", "dynamic", "mixed", "literal", "number", "literal", "dynamic",
            "literal", "mixed");
  }
}
