package dev.escarole.recipe.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormLimits;
import dev.escarole.recipe.form.value.FormValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormLimitsTest {
  private static final String MANY = numbers(2_000);

  private static String numbers(int count) {
    StringBuilder list = new StringBuilder("{\"l\":[0");
    for (int i = 1; i < count; i++) {
      list.append(',').append(i);
    }
    return list.append("],\"s\":\"").append("x".repeat(100_000)).append("\"}").toString();
  }

  private static String each(String inside, int times) {
    String form = inside;
    for (int i = 0; i < times; i++) {
      form = "{\"$each\":\"$.l[*]\",\"$as\":\"i" + i + "\",\"$value\":" + form + "}";
    }
    return form;
  }

  static List<String> explosive() {
    return List.of(
        each("1", 2),
        each("1", 6),
        each("{\"$spread\":\"$.l\"}", 1),
        each("{\"$\":\"..*\"}", 1),
        each("{\"$\":\"l[?count($..*) > 1]\"}", 1),
        each("\"{{s}}\"", 1),
        each("{\"$\":\"s\",\"$encode\":[\"base64\",\"base64\",\"base64\"]}", 1),
        each("{\"$\":\"\",\"$encode\":\"json\"}", 1),
        each("{\"$\":\"l | sort\"}", 1),
        each("{\"$\":\"$\"}", 1),
        "{\"$\":\"l[?@ == $.l[0] || $.l == $.l]\"}",
        "{\"$\":\"s\",\"$encode\":" + "[" + "\"base64\",".repeat(60) + "\"base64\"]}",
        "{\"$\":\"l\",\"$join\":{\"$\":\"s\"}}",
        "{\"$uri\":\"" + "{s}".repeat(1000) + "\"}");
  }

  @ParameterizedTest
  @DisplayName("CH-54: a malicious template is bounded")
  @MethodSource("explosive")
  void a_form_that_explodes_is_stopped(String form) {
    ToolForm parsed = Forms.parse(form);
    FormValue arguments = Forms.arguments(MANY);
    assertTimeoutPreemptively(
        Duration.ofMinutes(2),
        () ->
            assertThatThrownBy(() -> parsed.evaluate(arguments))
                .isInstanceOfSatisfying(
                    FormException.class,
                    refused ->
                        assertThat(refused.problems().get(0).code()).isEqualTo("form-limit")));
  }

  @Test
  void what_is_large_and_within_the_limits_works() {
    assertThat(Forms.value(each("{\"$\":\"i0\"}", 1), MANY)).isNotNull();
    assertThat(Forms.value("{\"$\":\"s\"}", MANY)).isNotNull();
    assertThat(Forms.value("{\"$\":\"l\",\"$encode\":\"args\"}", MANY)).isNotNull();
  }

  @Test
  void a_result_has_a_size() {
    FormValue megabyte = FormValue.dynamic(Map.of("s", "x".repeat(1 << 20)));
    ToolForm once = Forms.parse("{\"$\":\"s\"}");
    assertThat(once.evaluate(megabyte)).isPresent();
    ToolForm more = Forms.parse("[{\"$\":\"s\"},\"y\"]");
    assertThatThrownBy(() -> more.evaluate(megabyte)).isInstanceOf(FormException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {65, 100, 20_000})
  void values_have_a_depth(int depth) {
    Object value = "x";
    for (int i = 0; i < depth; i++) {
      value = List.of(value);
    }
    Object nested = value;
    assertThatThrownBy(() -> FormValue.dynamic(nested)).isInstanceOf(FormException.class);
    assertThatThrownBy(() -> FormValue.literal(nested)).isInstanceOf(FormException.class);
  }

  @Test
  void expressions_have_a_length_and_a_depth() {
    assertThat(Forms.code("{\"$\":\"" + "a.".repeat(512) + "b\"}", "{}")).isEqualTo("form-limit");
    String deep = "(".repeat(400) + "@.a" + ")".repeat(400);
    assertThat(Forms.code("{\"$if\":\"" + deep + "\"}", "{}")).isEqualTo("form-syntax");
    assertThat(Forms.code("{\"$if\":\"" + "length(".repeat(120) + "\"}", "{}"))
        .isEqualTo("form-syntax");
    assertThat(Forms.code("{\"$if\":\"$" + "[?@".repeat(120) + "\"}", "{}"))
        .isEqualTo("form-syntax");
  }

  @Test
  void numbers_are_finite() {
    assertThatThrownBy(() -> FormValue.dynamic(Double.NaN)).isInstanceOf(FormException.class);
    assertThatThrownBy(() -> FormValue.literal(new BigDecimal("1e400")))
        .isInstanceOf(FormException.class);
    assertThat(Forms.code("{\"$if\":\"$.a == 1e400\"}", "{}")).isEqualTo("form-evaluation");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(a*)*b", "(a|a)*b", "(a+)+b", "((a{1,9}){1,9}){1,9}b", "[a-z]*[a-z]*[a-z]*b"})
  void a_regular_expression_takes_linear_time(String pattern) {
    ToolForm form =
        Forms.parse("{\"$if\":\"match($.s, '" + pattern + "')\",\"$then\":1,\"$else\":0}");
    FormValue arguments = FormValue.dynamic(Map.of("s", "a".repeat(20_000)));
    assertTimeoutPreemptively(
        Duration.ofMinutes(2), () -> assertThat(form.evaluate(arguments)).isPresent());
  }

  @Test
  void a_callers_regular_expression_has_a_size() {
    String form = "{\"$if\":\"search($.s, $.p)\",\"$then\":1,\"$else\":0}";
    assertThat(Forms.json(form, "{\"s\":\"xay\",\"p\":\"a\"}")).isEqualTo("1");
    assertThat(Forms.json(form, "{\"s\":\"xay\",\"p\":\"(\"}")).isEqualTo("0");
    assertThat(Forms.code(form, "{\"s\":\"x\",\"p\":\"((a{99}){99}){99}\"}"))
        .isEqualTo("form-limit");
    assertThat(Forms.code(form, "{\"s\":\"x\",\"p\":\"" + "a".repeat(2_000) + "\"}"))
        .isEqualTo("form-limit");
  }

  @Test
  void a_schema_that_refers_to_itself_without_end_is_an_error() {
    String form = "{\"$\":\"\",\"$matches\":{\"$ref\":\"#\"}}";
    assertThat(Forms.code(form, "{}")).isEqualTo("form-syntax");
  }

  @Test
  void limits_are_checked() {
    assertThatThrownBy(() -> new FormLimits(0, 1, 1, 1, 1, 1))
        .hasMessageContaining("maxDirectives");
    assertThatThrownBy(() -> new FormLimits(1, 1, 1, 1, 0, 1)).hasMessageContaining("maxVisits");
    FormLimits few = new FormLimits(2, 100, 100, 100, 100, 100);
    ToolForm form =
        ToolForm.parse(
            Forms.literal("[{\"$\":\"a\"},{\"$\":\"a\"}]"),
            new FormSettings(few, ArgsRules.STRICT, "", FormValue.literal(null), () -> {}));
    assertThatThrownBy(() -> form.evaluate(Forms.arguments("{}")))
        .hasMessageContaining("more than 2 directives");
  }

  @Test
  void one_form_serves_many_threads() {
    ToolForm form =
        Forms.parse(
            "{\"$each\":\"$.l[*]\",\"$as\":\"i\",\"$value\":\"{{n}}-{{i}}\",\"$join\":\",\"}");
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      all.add(i);
    }
    assertThat(
            all.parallelStream()
                .map(n -> form.evaluate(FormValue.dynamic(arguments(n))).orElseThrow().plain()))
        .containsExactlyElementsOf(all.stream().map(n -> (Object) (n + "-1," + n + "-2")).toList());
  }

  private static Map<String, Object> arguments(int n) {
    Map<String, Object> arguments = new HashMap<>();
    arguments.put("n", n);
    arguments.put("l", List.of(1, 2));
    return arguments;
  }
}
