package dev.escarole.web.agent.acli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.agent.acli.AgentCaller.Access;
import dev.escarole.web.agent.acli.Gateway.CallRate;
import dev.escarole.web.agent.acli.Handler.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arrays whose values hold commas, numbers, objects and rows. */
class ShapeTest {

  private final Lines lines = lines(Lines.options());

  private static Lines lines(GatewayOptions options) {
    return new Lines(List.of(command()), Access.ALL, CallRate.unlimited(), options);
  }

  private static CommandDefinition command() {
    Map<String, Shape.Member> members = new LinkedHashMap<>();
    members.put("host", new Shape.Member(ValueType.STRING, true));
    members.put("port", new Shape.Member(ValueType.INTEGER, false));
    members.put("auth.user", new Shape.Member(ValueType.STRING, false));
    members.put("auth.sure", new Shape.Member(ValueType.BOOLEAN, false));
    members.put("tags", new Shape.Member(ValueType.ARRAY, false));
    return CommandDefinition.of(
        "x-put",
        "Takes everything",
        List.of(
            array("--texts"),
            array("--counts").withShape(Shape.items(ValueType.INTEGER)),
            array("--target").withShape(Shape.object(members)),
            array("--row").withShape(Shape.rows(members))),
        call -> Answer.of(call.arguments().values()),
        List.of(),
        Map.of("type", "object"));
  }

  private static ArgumentDefinition array(String name) {
    return ArgumentDefinition.of(name, ValueType.ARRAY, "Some of it");
  }

  @AfterEach
  void close() {
    lines.close();
  }

  private String value(String line) {
    return lines.data(line).elements().next().toString().replace('"', '\'');
  }

  private String message(String line) {
    AcliError error = lines.send(line).error();
    return error == null ? "" : error.message();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "--texts 'a,b'                            | ['a','b']",
        "--texts '\"a,b\",c'                      | ['a,b','c']",
        "--texts '\"a,b\"' --texts c              | ['a,b','c']",
        "--texts '\"\"'                           | ['']",
        "--texts ',\"x\"'                         | ['','x']",
        "--texts 'a\"b'                           | ['a\\'b']",
        "--counts 1,2 --counts -3                 | [1,2,-3]",
        "--target host=h,port=80                  | {'host':'h','port':80}",
        "--target host=h --target port=80         | {'host':'h','port':80}",
        "--target host=h,auth.user=ada,auth.sure=true |"
            + " {'host':'h','auth':{'user':'ada','sure':true}}",
        "--target auth.user=ada --target auth.sure=true | {'auth':{'user':'ada','sure':true}}",
        "--target '\"host=a,b\",port=1'           | {'host':'a,b','port':1}",
        "--target '\"tags=a,b\"'                  | {'tags':['a','b']}",
        "--target other=x=y                       | {'other':'x=y'}",
        "--row host=a,port=1 --row host=b         | [{'host':'a','port':1},{'host':'b'}]",
      })
  void ac_32_arrays_hold_commas_numbers_objects_and_rows(String options, String expected) {
    assertThat(value("x-put " + options)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "--texts '\"a'             | --texts must be texts separated by commas",
        "--texts '\"a\"b'          | --texts must be texts separated by commas",
        "--counts 1,x              | each item must be an integer, such as 10 or -5, not 'x'",
        "--counts 1,,2             | each item must be an integer, such as 10 or -5, not ''",
        "--target h                | --target must be NAME=VALUE pairs, separated by commas, such"
            + " as host=a text",
        "--target =h               | --target must be NAME=VALUE pairs",
        "--target port=x           | port must be an integer, such as 10 or -5, not 'x'",
        "--target host=a,host=b    | 'host' is given twice",
        "--target host=a --target host=b | 'host' is given twice",
        "--target auth=a,auth.user=b | 'auth.user' is given twice",
        "--row port=x              | port must be an integer",
      })
  void values_that_do_not_fit_are_refused_with_what_would(String options, String problem) {
    assertThat(lines.code("x-put " + options)).isEqualTo("VALIDATION_ERROR");
    assertThat(message("x-put " + options)).contains(problem);
  }

  @Test
  void an_example_keeps_what_was_right() {
    AcliError error = lines.send("x-putt --row '\"host=a,b\"' --counts 1,2").error();
    assertThat(error).isNotNull();
    assertThat(error.examples()).containsExactly("x-put --counts 1,2 --row '\"host=a,b\"'");
    assertThat(lines.code(error.examples().get(0))).isEqualTo("none");
  }

  @Test
  void braces_stay_forbidden_and_are_strict_json_where_the_host_lets_them_pass() {
    assertThat(lines.code("x-put --target '{\"host\":1}'")).isEqualTo("INJECTION_BLOCKED");
    GatewayOptions literal = new GatewayOptions(Lines.options().about(), false);
    try (Lines open = lines(literal)) {
      JsonNode data =
          open.data("x-put --target '{\"host\":\"h\",\"deep\":[{\"a\":1.5}]}'").get("target");
      assertThat(data.toString()).isEqualTo("{\"host\":\"h\",\"deep\":[{\"a\":1.5}]}");
      for (String bad : List.of("{", "{}x", "{\"a\":1,\"a\":2}", "{'a':1}")) {
        assertThat(open.code("x-put --target \"" + bad.replace("\"", "\\\"") + "\""))
            .as(bad)
            .isEqualTo("VALIDATION_ERROR");
      }
    }
  }

  @Test
  void schemas_say_what_is_inside() {
    JsonNode properties = lines.data("schema x-put").at("/inputSchema/properties");
    assertThat(properties.at("/counts/items/type").asText()).isEqualTo("integer");
    assertThat(properties.at("/target/type").asText()).isEqualTo("object");
    assertThat(properties.at("/target/properties/port/type").asText()).isEqualTo("integer");
    assertThat(properties.at("/row/items/type").asText()).isEqualTo("object");
    assertThat(properties.at("/row/description").asText()).isEqualTo("Some of it");
  }

  @Test
  void only_arrays_have_a_shape() {
    assertThatThrownBy(
            () ->
                ArgumentDefinition.of("--x", ValueType.STRING, "")
                    .withShape(Shape.items(ValueType.INTEGER)))
        .hasMessageContaining("only an array has a shape, but --x is none");
  }

  @Property
  void parts_of_any_text_come_back(
      @ForAll
          List<
                  @StringLength(max = 5) @Chars({',', '"', '='}) @CharRange(from = 'a', to = 'c')
                  String>
              parts) {
    assertThat(CommaText.parts(CommaText.of(parts))).isEqualTo(parts);
  }
}
