package dev.escarole.recipe.form;

import static dev.escarole.recipe.form.Forms.code;
import static dev.escarole.recipe.form.Forms.json;
import static dev.escarole.recipe.form.Forms.parse;
import static dev.escarole.recipe.form.Forms.problems;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.form.value.FormLimits;
import dev.escarole.recipe.form.value.FormProblem;
import dev.escarole.recipe.form.value.FormValue;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ToolFormTest {
  private static final String ARGUMENTS =
      """
      {"user":{"name":"Ana","x-id":7,"roles":["dev","ops"],"admin":false},
       "files":["a b.txt","c.txt"],"n":42,"ok":true,"nil":null,"tpl":"{{n}}",
       "tags":[{"k":"env","v":"prod"},{"k":"tier","v":2}]}
      """;

  private static Arguments row(String form, String result) {
    return Arguments.of(form, result);
  }

  static Stream<Arguments> worked_examples() {
    return Stream.of(
        row("{\"$\":\"user.name\"}", "\"Ana\""),
        row("{\"$\":\".user.name\"}", "\"Ana\""),
        row("{\"$\":\"$.user.roles[0]\"}", "\"dev\""),
        row("{\"$\":\"files[*]\"}", "[\"a b.txt\",\"c.txt\"]"),
        row("{\"$\":\"user.gone\"}", "undefined"),
        row("{\"$\":\"gone[*]\"}", "[]"),
        row("{\"$\":\"user['x-id']\"}", "7"),
        row("{\"$\":\"files[-1]\"}", "\"c.txt\""),
        row("{\"$\":\"tags[?@.k=='tier'].v\"}", "[2]"),
        row("{\"$\":\"tags[*].k | sort | last\"}", "\"tier\""),
        row("{\"$\":\"user.name|length\"}", "3"),
        row("{\"$\":\"tpl\"}", "\"{{n}}\""),
        row(
            "\"{{user.name}}/{{n}}/{{user.roles}}/{{nil}}/{{gone}}.\"",
            "\"Ana/42/[\\\"dev\\\",\\\"ops\\\"]/null/.\""),
        row("\"\\\\{\\\\{x\\\\}\\\\} C:\\\\\\\\t {y}\"", "\"{{x}} C:\\\\t {y}\""),
        row("[\"a\",{\"$\":\"gone\"},{\"$\":\"nil\"}]", "[\"a\",null]"),
        row("{\"a\":{\"$\":\"gone\"},\"b\":{\"$\":\"nil\"}}", "{\"b\":null}"),
        row("[\"x\",{\"$spread\":\"$.files\"},\"y\"]", "[\"x\",\"a b.txt\",\"c.txt\",\"y\"]"),
        row("[\"x\",{\"$spread\":\"$.files[*]\"}]", "[\"x\"]"),
        row(
            "{\"p\":1,\"s\":{\"$spread\":\"$.tags[0]\"},\"q\":2}",
            "{\"p\":1,\"k\":\"env\",\"v\":\"prod\",\"q\":2}"),
        row("{\"lvl\":1,\"$spread\":{\"lvl\":2,\"d\":3}}", "{\"lvl\":2,\"d\":3}"),
        row("{\"$if\":\"$.user.admin\",\"$then\":\"y\",\"$else\":\"n\"}", "\"y\""),
        row("{\"$if\":{\"$\":\"user.admin\"},\"$then\":\"y\",\"$else\":\"n\"}", "\"n\""),
        row("{\"$if\":\"$.n > 40 && $.ok == true\",\"$then\":{\"$\":\"n\"}}", "42"),
        row("[\"a\",{\"$when\":\"$.ok == false\",\"k\":1}]", "[\"a\"]"),
        row(
            "{\"$each\":\"$.tags[*]\",\"$as\":\"t\",\"$value\":\"{{t.k}}={{t.v}}\"}",
            "[\"env=prod\",\"tier=2\"]"),
        row(
            "{\"$each\":\"$.tags[*]\",\"$as\":\"t\",\"$key\":{\"$\":\"t.k\"},\"$value\":{\"$\":\"t.v\"}}",
            "{\"env\":\"prod\",\"tier\":2}"),
        row("{\"$each\":[\"x\",\"y\"],\"$as\":\"i\",\"$value\":\"-{{i}}\"}", "[\"-x\",\"-y\"]"),
        row("{\"$\":\"files\",\"$join\":\",\"}", "\"a b.txt,c.txt\""),
        row("{\"$use\":[\"b\",\"a\"],\"$transform\":\"sort\",\"$join\":\"-\"}", "\"a-b\""),
        row("{\"u\":\"ana\",\"$encode\":[\"json\",\"base64\"]}", "\"eyJ1IjoiYW5hIn0=\""),
        row(
            "{\"a\":{\"b c\":\"x&y\",\"l\":[1,null]},\"$encode\":\"urlencoded\"}",
            "\"a.b+c=x%26y&a.l.0=1\""),
        row(
            "{\"$$schema\":\"s\",\"$comment\":\"c\",\"k\":{\"$use\":\"{{n}}\"}}",
            "{\"$schema\":\"s\",\"k\":\"42\"}"));
  }

  static Stream<Arguments> finer_points() {
    return Stream.of(
        row("{\"$\":\" n \"}", "42"),
        row("{\"$\":\"\"}", json("{\"$\":\"$\"}", ARGUMENTS)),
        row("{\"$\":\"| length\"}", "7"),
        row("{\"$\":\"..k\"}", "[\"env\",\"tier\"]"),
        row("{\"$\":\"*.name\"}", "[\"Ana\"]"),
        row("{\"$\":\"user['name']\"}", "\"Ana\""),
        row("{\"$\":\"['n']\"}", "42"),
        row("{\"$\":\"n | first\"}", "undefined"),
        row("{\"$\":\"user | sort | length\"}", "4"),
        row("{\"$\":\"tags[?@.k == 'a||b' || @.v == 2].k | first\"}", "\"tier\""),
        row("{\"$if\":0,\"$then\":1,\"$else\":2}", "2"),
        row("{\"$if\":[],\"$then\":1,\"$else\":2}", "1"),
        row("{\"$if\":{\"$\":\"gone\"},\"$then\":1}", "undefined"),
        row("{\"$if\":\"@.n == 42\",\"$then\":1}", "1"),
        row("{\"$when\":\"$.ok\",\"k\":[1],\"$join\":\"\"}", "\"[1]\""),
        row("{\"$meta\":{\"x\":1},\"$use\":\"v\"}", "\"v\""),
        row("{\"$comment\":\"{{\",\"a\":1}", "{\"a\":1}"),
        row("{\"$comment\":\"{{\"}", "{}"),
        row("{\"$join\":\"-\",\"$\":\"gone\"}", "\"\""),
        row("{\"$\":\"gone\",\"$encode\":\"json\"}", "undefined"),
        row("{\"$\":\"gone\",\"$encode\":\"args\"}", "[]"),
        row("{\"$\":\"gone\",\"$transform\":\"length\"}", "undefined"),
        row("{\"$\":\"n\",\"$encode\":[]}", "42"),
        row("{\"$join\":\"+\",\"$use\":{\"a\":1,\"b\":[2]}}", "\"1+[2]\""),
        row("{\"$use\":{\"a\":[1]},\"$encode\":\"json\"}", "\"{\\\"a\\\":[1]}\""),
        row("{\"$indent\":true,\"$content\":[1],\"$encode\":\"json\"}", "\"[\\n  1\\n]\""),
        row("{\"$indent\":1,\"a\":{},\"$encode\":\"json\"}", "\"{\\n \\\"a\\\": {}\\n}\""),
        row("{\"$use\":\"é\",\"$encode\":\"base64\"}", "\"w6k=\""),
        row("{\"$use\":5,\"$encode\":\"urlencoded\"}", "\"\""),
        row("{\"a\":\"/+é\",\"$encode\":\"urlencoded\"}", "\"a=%2F%2B%C3%A9\""));
  }

  static Stream<Arguments> finer_points_of_many() {
    return Stream.of(
        row("{\"$spread\":[\"x\"],\"a\":1}", "{\"0\":\"x\",\"a\":1}"),
        row("[{\"$spread\":{\"a\":1,\"b\":2}}]", "[1,2]"),
        row("[{\"$spread\":{\"$\":\"gone\"}}]", "[]"),
        row(
            "[{\"$each\":\"$.files[*]\",\"$as\":\"f\",\"n\":{\"$\":\"f\"}}]",
            "[[{\"n\":\"a b.txt\"},{\"n\":\"c.txt\"}]]"),
        row(
            "{\"$each\":{\"$\":\"user.roles\"},\"$as\":\"r\",\"$value\":[{\"$\":\"r\"}]}",
            "[[\"dev\"],[\"ops\"]]"),
        row("{\"$each\":{\"$\":\"user\"},\"$as\":\"r\",\"$value\":{\"$\":\"r.gone\"}}", "[]"),
        row("{\"$each\":5,\"$as\":\"r\",\"$value\":1}", "[]"),
        row(
            "{\"$each\":\"$.tags[*]\",\"$as\":\"t\",\"$value\":{\"$\":\"t.v\"},\"$join\":\",\"}",
            "\"prod,2\""),
        row("{\"$each\":[1,2],\"$as\":\"n\",\"$value\":{\"$\":\"n\"}}", "[1,2]"),
        row("{\"$each\":[[1],[2,3]],\"$as\":\"l\",\"$value\":{\"$spread\":\"$.l\"}}", "[1,2,3]"),
        row(
            "{\"$each\":[\"a\",\"a\"],\"$as\":\"k\",\"$key\":{\"$\":\"k\"},\"$value\":{\"$\":\"k | length\"}}",
            "{\"a\":1}"),
        row(
            "{\"$uri\":\"/u{/id}{?q*,n}\",\"id\":\"user['x-id']\",\"q\":\"user.roles\"}",
            "\"/u/7?q=dev&q=ops&n=42\""),
        row("{\"$use\":5,\"$matches\":{\"type\":\"integer\",\"minimum\":5}}", "true"),
        row("{\"$use\":4,\"$matches\":{\"type\":\"integer\",\"minimum\":5}}", "false"),
        row("{\"$\":\"gone\",\"$matches\":{}}", "false"),
        row(
            "{\"$\":\"n\",\"$match\":[{\"$case\":{\"type\":\"string\"},\"$then\":1},{\"$case\":{\"type\":\"integer\"},\"x\":{\"$\":\"n\"}},{\"$then\":3}]}",
            "{\"x\":42}"),
        row(
            "{\"$\":\"ok\",\"$match\":[{\"$case\":{\"type\":\"string\"},\"$then\":1},{\"$then\":3}]}",
            "3"),
        row("{\"$\":\"ok\",\"$match\":5}", "undefined"),
        row(
            "[1.0,1e21,1e-7,-0.0,123456789012345678901234567890,0.1,5e-324,1.7976931348623157e308]",
            "[1,1e+21,1e-7,0,123456789012345678901234567890,0.1,5e-324,1.7976931348623157e+308]"),
        row("{\"b\":1,\"2\":2,\"1\":3}", "{\"b\":1,\"2\":2,\"1\":3}"),
        row("{\"$then\":1,\"x\":\"\\\\\\\\\"}", "{\"$then\":1,\"x\":\"\\\\\"}"),
        row("{\"$$$x\":1}", "{\"$$x\":1}"),
        row("{\"$$x\":{\"$\":\"n\"}}", "{\"$x\":42}"));
  }

  @ParameterizedTest
  @MethodSource({"worked_examples", "finer_points", "finer_points_of_many"})
  void a_form_gives_what_the_text_says(String form, String result) {
    assertThat(json(form, ARGUMENTS)).isEqualTo(result);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "{\"$\":\"user.x-id\"}                        ~ form-syntax       ~ /$",
        "\"tab\\\\t\"                                 ~ form-syntax       ~ ",
        "\"x}}\"                                      ~ form-syntax       ~ ",
        "\"{{x\"                                      ~ form-syntax       ~ ",
        "\"x\\\\\"                                    ~ form-syntax       ~ ",
        "\"{{{a}}}\"                                  ~ form-syntax       ~ ",
        "{\"a\":{\"$\":\"n\",\"$if\":true}}           ~ form-syntax       ~ /a",
        "{\"$\":5}                                    ~ form-syntax       ~ /$",
        "{\"$\":\"@.n\"}                              ~ form-syntax       ~ /$",
        "{\"$\":\"n | nope\"}                         ~ unknown-transform ~ /$",
        "{\"$\":\"n\",\"$transform\":\"nope\"}        ~ unknown-transform ~ /$transform",
        "{\"$\":\"n\",\"$encode\":\"html\"}           ~ unknown-encoding  ~ /$encode",
        "{\"$\":\"n\",\"$encode\":5}                  ~ form-syntax       ~ /$encode",
        "{\"$\":\"n\",\"$encode\":[5]}                ~ form-syntax       ~ /$encode",
        "{\"$spread\":\"files\"}                      ~ form-syntax       ~ /$spread",
        "{\"$spread\":\"$.files\"}                    ~ form-evaluation   ~ ",
        "{\"x\":{\"$spread\":\"$.n\",\"$join\":\"\"}} ~ form-syntax       ~ /x/$spread",
        "{\"$if\":\"user.role == 'admin'\"}           ~ form-syntax       ~ /$if",
        "{\"$if\":\"true\"}                           ~ form-syntax       ~ /$if",
        "{\"$if\":\"\"}                               ~ form-syntax       ~ /$if",
        "{\"$when\":\"{{n}}\"}                        ~ form-syntax       ~ /$when",
        "{\"$each\":\"$.n\"}                          ~ form-syntax       ~ /$each",
        "{\"$each\":\"$.n\",\"$as\":5}                ~ form-syntax       ~ /$each",
        "{\"$meta\":5}                                ~ form-syntax       ~ /$meta",
        "{\"$uri\":5}                                 ~ form-syntax       ~ /$uri",
        "{\"$uri\":\"{a\"}                            ~ form-syntax       ~ /$uri",
        "{\"$include\":\"other.json\"}                ~ form-syntax       ~ /$include",
        "{\"$include\":{\"$\":\"n\"}}                 ~ form-syntax       ~ /$include",
        "{\"$use\":1,\"$matches\":{\"type\":\"no\"}}  ~ form-syntax       ~ /$matches",
        "{\"$use\":1,\"$match\":[5]}                  ~ form-syntax       ~ /$match/0",
        "{\"$if\":\"$[?@.environment = 'x']\"}        ~ form-syntax       ~ /$if",
        "{\"$\":\"deploy[@.x == 'y']\"}               ~ form-syntax       ~ /$"
      })
  void a_form_that_means_nothing_is_refused_at_its_place(String form, String code, String pointer) {
    FormProblem problem = problems(form, ARGUMENTS).get(0);
    assertThat(problem.code()).isEqualTo(code);
    assertThat(problem.pointer()).isEqualTo(pointer == null ? "" : pointer);
  }

  @Test
  void every_mistake_of_a_form_is_reported() {
    assertThat(problems("{\"a\":\"{{\",\"b\":[{\"$\":5},{\"$if\":\"x\"}]}", "{}"))
        .extracting(FormProblem::pointer)
        .containsExactly("/a", "/b/0/$", "/b/1/$if");
  }

  @Test
  void only_the_taken_branch_is_evaluated() {
    String division =
        "{\"$if\":\"$.ok\",\"$then\":1,\"$else\":{\"$spread\":\"$.files\",\"a\":{\"$use\":[{\"$\":\"files\"}],\"$encode\":\"base64\"}}}";
    assertThat(json(division, ARGUMENTS)).isEqualTo("1");
    assertThat(json(division, "{\"files\":[]}")).isEqualTo("{\"a\":\"W1tdXQ==\"}");
  }

  @Test
  void messages_never_quote_the_arguments() {
    String secret = "{\"key\":\"-s3cret\"}";
    List<String> forms =
        List.of(
            "{\"$encode\":\"args\",\"x\":{\"$\":\"key\"}}",
            "{\"$encode\":\"args\",\"$flags\":{\"$\":\"key\"}}",
            "{\"$spread\":\"$\"}");
    for (String form : forms) {
      assertThat(problems(form, secret))
          .noneMatch(problem -> problem.toString().contains("s3cret"));
    }
  }

  @Test
  void same_document_pointers_are_included_as_they_stand() {
    FormValue document = Forms.literal("{\"parts\":[{\"a/b\":\"{{n}}\"}],\"f\":0}");
    FormSettings settings =
        new FormSettings(FormLimits.DEFAULTS, ArgsRules.STRICT, "", document, () -> {});
    ToolForm form = ToolForm.parse(Forms.literal("[{\"$include\":\"#/parts/0/a~1b\"}]"), settings);
    assertThat(form.evaluate(Forms.arguments("{}")).map(Forms::json)).contains("[\"{{n}}\"]");
  }

  @Test
  void an_include_without_target_is_refused() {
    assertThat(code("{\"$include\":\"#/nowhere\"}", "{}")).isEqualTo("form-syntax");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "{\"$nope\":1}                                     ~ unknown-directive",
        "{\"$args\":[1]}                                   ~ unknown-directive",
        "{\"$\":\"n\",\"x\":1}                             ~ ignored-member",
        "[{\"$spread\":\"$.files[*]\"}]                    ~ query-level",
        "{\"$each\":\"$.files\",\"$as\":\"f\"}             ~ query-level",
        "{\"$encode\":\"args\",\"flags\":{\"a\":true}}     ~ literal-word"
      })
  void what_is_probably_a_slip_is_warned_of(String form, String code) {
    assertThat(parse(form).warnings()).extracting(FormProblem::code).containsExactly(code);
  }

  @Test
  void sound_forms_have_no_warnings() {
    assertThat(parse("{\"$encode\":\"args\",\"a\":{\"$flags\":{\"b\":true}}}").warnings())
        .isEmpty();
    assertThat(parse("{\"$each\":\"$.l[*]\",\"$as\":\"x\",\"y\":{\"$\":\"x\"}}").warnings())
        .isEmpty();
    assertThat(parse("{\"$uri\":\"/{a}\",\"a\":\"b.c\"}").warnings()).isEmpty();
  }

  @Test
  void a_form_without_expressions_is_constant() {
    assertThat(parse("[\"a\",{\"b\":[1]}]").constant().map(Forms::json))
        .contains("[\"a\",{\"b\":[1]}]");
    assertThat(parse("[\"{{a}}\"]").constant()).isEmpty();
  }
}
