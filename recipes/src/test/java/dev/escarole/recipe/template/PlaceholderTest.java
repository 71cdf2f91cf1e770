package dev.escarole.recipe.template;

import static dev.escarole.recipe.template.Words.codes;
import static dev.escarole.recipe.template.Words.failure;
import static dev.escarole.recipe.template.Words.resolved;
import static dev.escarole.recipe.template.Words.withArgs;
import static dev.escarole.recipe.template.Words.withDefaults;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceholderTest {

  @Test
  @DisplayName("standard: {name} takes runtime values or defaults")
  void a_name_takes_the_value_then_the_default() {
    Scope scope = withDefaults(Scope.root(Map.of("a", "given")), Map.of("a", "d", "b", "default"));
    assertThat(resolved("{a} {b}", scope)).isEqualTo("given default");
  }

  @Test
  @DisplayName("standard: resolution order is runtime values, defaults, inline default, error")
  void resolution_order() {
    Map<String, Object> defaults = Map.of("x", "default");
    assertThat(resolved("{x=inline}", withDefaults(Scope.root(Map.of("x", "given")), defaults)))
        .isEqualTo("given");
    assertThat(resolved("{x=inline}", withDefaults(defaults))).isEqualTo("default");
    assertThat(resolved("{x=inline}", Map.of())).isEqualTo("inline");
    assertThat(codes(() -> resolved("{x}", Map.of())))
        .containsExactly(Codes.UNRESOLVED_PLACEHOLDER);
  }

  @Test
  @DisplayName("standard: --text {text} --lang {lang=ru} --rate {rate=+30%}")
  void the_example_of_the_standard() {
    assertThat(
            Words.argv(
                "/path/to/tts --text {text} --lang {lang=ru} --rate {rate=+30%}",
                Map.of("text", "hello")))
        .containsExactly("/path/to/tts", "--text", "hello", "--lang", "ru", "--rate", "+30%");
  }

  @Test
  @DisplayName(
      "only defaults may hold placeholders that are resolved again; runtime values are opaque text")
  void runtime_values_are_opaque() {
    assertThat(resolved("{a}", Map.of("a", "{b}", "b", "no"))).isEqualTo("{b}");
    Scope scope = withDefaults(Scope.root(Map.of("b", "{c}")), Map.of("a", "<{b}>", "c", "no"));
    assertThat(resolved("{a}", scope)).isEqualTo("<{c}>");
  }

  @Test
  @DisplayName("unresolvable placeholder: always an error, also when it stands inside a default")
  void an_unresolvable_default_names_what_is_missing() {
    Scope scope = withDefaults(Map.of("x", "{nope}"));
    assertThat(failure(() -> resolved("{x}", scope)).message()).contains("'nope'");
    assertThat(failure(() -> scope.test(Condition.parse("x"))).message()).contains("'nope'");
  }

  @Test
  @DisplayName("recursion inside ?? and ?:: a default chosen there is resolved like any other")
  void defaults_inside_fallbacks_are_resolved() {
    Scope scope =
        withDefaults(Map.of("env", "{stage}", "stage", "prod", "off", "{zero}", "zero", "0"));
    assertThat(resolved("{env??dev}", scope)).isEqualTo("prod");
    assertThat(resolved("{env?y:n} {off?y:n}", scope)).isEqualTo("y n");
  }

  @Test
  @DisplayName("{q=a?b:c}: name= wins: an inline default whose text is a?b:c")
  void an_inline_default_may_look_like_a_choice() {
    assertThat(resolved("{q=a?b:c} {r=x??y} {s=a:b}", Map.of())).isEqualTo("a?b:c x??y a:b");
  }

  @Test
  @DisplayName("array defaults stay arrays, so {items[1]} works from defaults")
  void array_defaults_stay_arrays() {
    Scope scope = withDefaults(Map.of("items", List.of("a", "b", 3L)));
    assertThat(resolved("{items[1]} {items[2]} {items}", scope)).isEqualTo("b 3 [\"a\",\"b\",3]");
    assertThat(scope.number(Text.parseNumber("{items.length}"), Setting.REPEAT)).isEqualTo(3);
  }

  @Test
  @DisplayName("a default may embed placeholders anywhere (\"{repo}/docs\"), also inside an array")
  void defaults_may_embed_placeholders() {
    Scope scope =
        withDefaults(
            Map.of(
                "docs", "{repo}/docs",
                "repo", "/r",
                "all", List.of("{repo}/a", List.of("{repo}/b"), Map.of("k", "{repo}/c"))));
    assertThat(resolved("{docs} {all[0]}", scope)).isEqualTo("/r/docs /r/a");
    assertThat(resolved("{all}", scope)).isEqualTo("[\"/r/a\",[\"/r/b\"],{\"k\":\"/r/c\"}]");
  }

  @Test
  @DisplayName("standard: a default {prompt} resolving to {prompts[index]}")
  void a_default_may_be_an_item_by_repeat_index() {
    Scope node =
        withDefaults(
            Scope.root(Map.of("prompts", List.of("p0", "p1"))),
            Map.of("prompt", "{prompts[index]}"));
    assertThat(resolved("{prompt}", node.repeated(1, 2))).isEqualTo("p1");
  }

  @Test
  @DisplayName(
      "a default that is exactly {name}, known in the enclosing scope, binds to the enclosing"
          + " scope")
  void exact_defaults_bind_outwards() {
    Scope parent = withDefaults(Map.of("model", "parent"));
    Scope child = withDefaults(parent, Map.of("model", "{model}", "same", "{model}"));
    assertThat(resolved("{model} {same}", child)).isEqualTo("parent parent");
    Scope other = withDefaults(parent, Map.of("model", "child", "same", "{model}"));
    assertThat(resolved("{model} {same}", other)).isEqualTo("child parent");
  }

  @Test
  @DisplayName("{\"outer\": \"{index}\"} captures the outer repeat index")
  void exact_defaults_capture_the_outer_index() {
    Scope outer = Scope.root(Map.of("items", List.of("a", "b", "c"))).repeated(2, 3);
    Scope inner =
        withDefaults(
                outer, Map.of("outer", "{index}", "padded", "{_index}", "item", "{items[index]}"))
            .repeated(0, 2);
    assertThat(resolved("{outer} {padded} {item} {index}", inner)).isEqualTo("2 02 c 0");
  }

  @Test
  void an_item_of_a_repeated_node_follows_its_own_index_inside_another_repeat() {
    Scope outer = Scope.root(Map.of("items", List.of("a", "b", "c"))).repeated(2, 3);
    NodeSettings settings =
        new NodeSettings(
            Map.of(Setting.REPEAT, Text.parseNumber("3")),
            null,
            null,
            null,
            null,
            null,
            Map.of("item", "{items[index]}", "outer", "{index}"));
    assertThat(resolved("{item} {outer}", outer.enter(settings).repeated(1, 3))).isEqualTo("b 2");
  }

  @Test
  void a_default_of_a_repeated_node_keeps_its_index_inside_an_inner_repeat() {
    NodeSettings settings =
        new NodeSettings(
            Map.of(Setting.REPEAT, Text.parseNumber("2")),
            null,
            null,
            null,
            null,
            null,
            Map.of("row", "{rows[index]}", "title", "row {index+1}"));
    Scope row = Scope.root(Map.of("rows", List.of("a", "b"))).enter(settings).repeated(1, 2);
    Scope cell = row.enter(NodeSettings.NONE).repeated(5, 9);
    assertThat(resolved("{row} {title} {index}", cell)).isEqualTo("b row 2 5");
  }

  @Test
  void an_exact_default_with_an_unknown_index_waits_for_its_own_repeat() {
    Scope node =
        withDefaults(
            Scope.root(Map.of("items", List.of("a", "b"))), Map.of("item", "{items[index]}"));
    assertThat(resolved("{item}", node.repeated(1, 2))).isEqualTo("b");
  }

  @Test
  @DisplayName("cycles are errors")
  void cycles_are_errors() {
    Scope scope = withDefaults(Map.of("a", "{b}", "b", "x{a}", "c", "{c}"));
    assertThat(codes(() -> resolved("{a}", scope))).containsExactly(Codes.DEFAULT_CYCLE);
    assertThat(codes(() -> resolved("{c}", scope))).containsExactly(Codes.DEFAULT_CYCLE);
  }

  @Test
  @DisplayName("recursion depth 5")
  void defaults_lead_through_at_most_five_others() {
    Map<String, Object> chain = new HashMap<>();
    for (int i = 0; i < 6; i++) {
      chain.put("d" + i, "{d" + (i + 1) + "}");
    }
    chain.put("d6", "end");
    assertThat(resolved("{d1}", withDefaults(chain))).isEqualTo("end");
    assertThat(codes(() -> resolved("{d0}", withDefaults(chain))))
        .containsExactly(Codes.DEFAULT_TOO_DEEP);
  }

  @Test
  @DisplayName("null counts as absent")
  void null_counts_as_absent() {
    Map<String, Object> values = new HashMap<>();
    values.put("x", null);
    values.put("items", Arrays.asList("a", null));
    Scope scope = withDefaults(Scope.root(values), Map.of("x", "default"));
    assertThat(resolved("{x}", scope)).isEqualTo("default");
    assertThat(codes(() -> resolved("{items[1]}", scope)))
        .containsExactly(Codes.UNRESOLVED_PLACEHOLDER);
  }

  @Test
  @DisplayName("arrays and objects print as compact JSON; numbers print as they are written")
  void values_print_plainly() {
    Map<String, Object> values =
        Map.of(
            "list",
            Arrays.asList(1, "a\"\n\u0001", null, true),
            "object",
            Map.of("k", List.of()),
            "n",
            new BigDecimal("1.50"),
            "big",
            new BigDecimal("1e3"),
            "bool",
            false,
            "integer",
            7);
    assertThat(resolved("{list}", values)).isEqualTo("[1,\"a\\\"\\n\\u0001\",null,true]");
    assertThat(resolved("{object} {n} {big} {bool} {integer}", values))
        .isEqualTo("{\"k\":[]} 1.50 1000 false 7");
  }

  @Test
  @DisplayName("names match [A-Za-z_][A-Za-z0-9_-]*")
  void names_may_hold_dashes() {
    assertThat(resolved("{dry-run} {_x9}", Map.of("dry-run", "1", "_x9", "2"))).isEqualTo("1 2");
    assertThat(Names.isName("9a")).isFalse();
    assertThat(Names.isName("")).isFalse();
    assertThat(Names.isName("ä")).isFalse();
  }

  @Test
  @DisplayName(
      "{items[i]} takes a number, a repeat placeholder or a name; out of range is an error")
  void items_by_number_repeat_value_or_name() {
    Scope scope =
        Scope.root(Map.of("items", List.of("a", "b", "c"), "i", "2", "bad", "x")).repeated(1, 3);
    assertThat(resolved("{items[0]}{items[index]}{items[index+1]}{items[next]}{items[i]}", scope))
        .isEqualTo("abccc");
    assertThat(resolved("{items[(index+2)%repeat]}{items[_index]}", scope)).isEqualTo("ab");
    assertThat(codes(() -> resolved("{items[3]}", scope)))
        .containsExactly(Codes.INDEX_OUT_OF_RANGE);
    assertThat(codes(() -> resolved("{items[index-2]}", scope)))
        .containsExactly(Codes.INDEX_OUT_OF_RANGE);
    assertThat(codes(() -> resolved("{items[bad]}", scope)))
        .containsExactly(Codes.INDEX_OUT_OF_RANGE);
    assertThat(codes(() -> resolved("{items[none]}", scope)))
        .containsExactly(Codes.UNRESOLVED_PLACEHOLDER);
    assertThat(codes(() -> resolved("{i[0]}", scope))).containsExactly(Codes.NOT_AN_ARRAY);
    assertThat(codes(() -> resolved("{none[0]}", scope)))
        .containsExactly(Codes.UNRESOLVED_PLACEHOLDER);
  }

  @Test
  @DisplayName("standard: {value??fallback} when the value is absent or falsy")
  void fallbacks() {
    assertThat(resolved("{v??f}", Map.of("v", "x"))).isEqualTo("x");
    assertThat(resolved("{v??f}", Map.of("v", "No"))).isEqualTo("f");
    assertThat(resolved("{v??f}{v??}", Map.of())).isEqualTo("f");
  }

  @Test
  @DisplayName(
      "standard: {flag?yes:no}; {!flag?a:b} is accepted; the else part keeps further colons")
  void choices() {
    assertThat(resolved("{f?yes:no}", Map.of("f", true))).isEqualTo("yes");
    assertThat(resolved("{f?yes:no}", Map.of())).isEqualTo("no");
    assertThat(resolved("{!f?a:b}", Map.of())).isEqualTo("a");
    assertThat(resolved("{f?a:b:c=d}", Map.of())).isEqualTo("b:c=d");
    assertThat(codes(() -> Text.parse("{f?yes}"))).containsExactly(Codes.BAD_PLACEHOLDER);
  }

  @Test
  @DisplayName("ternary and when names test truthiness; they never make the argument a bool")
  void truth_needs_no_bool() {
    Scope scope = Scope.root(Map.of("user", "bob"));
    assertThat(resolved("{user?as {user}:}", Map.of("user", "bob"))).isNotEmpty();
    assertThat(scope.test(Condition.parse("user"))).isTrue();
    assertThat(Condition.parse("user").mentions())
        .containsExactly(new Mention("user", null, null, Mention.Need.TRUTH));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "false", "0", "no", " NO ", "False"})
  @DisplayName("false: missing, null, empty, false, 0, no (trimmed, any case)")
  void false_texts(String text) {
    assertThat(PlainValue.isTrue(text)).isFalse();
    assertThat(resolved("{f?y:n}", Map.of("f", text))).isEqualTo("n");
  }

  @Test
  @DisplayName("everything else is true (off too)")
  void everything_else_is_true() {
    for (Object value : List.<Object>of("off", "null", "00", "x", 1L, true, List.of(0L))) {
      assertThat(PlainValue.isTrue(value)).as("%s", value).isTrue();
    }
    for (Object value : List.<Object>of(0L, new BigDecimal("0.0"), false, List.of(), Map.of())) {
      assertThat(PlainValue.isTrue(value)).as("%s", value).isFalse();
    }
  }

  @Test
  void a_name_of_very_many_parts_overflows_no_stack() {
    assertThat(codes(() -> Text.parse("{a" + ".a".repeat(50_000) + "}")))
        .containsExactly(Codes.BAD_PLACEHOLDER);
  }

  @Test
  @DisplayName("{a.b} is an error except .length in repeat")
  void no_looking_into_values() {
    assertThat(codes(() -> Text.parse("{a.b}"))).containsExactly(Codes.BAD_PLACEHOLDER);
    assertThat(failure(() -> Text.parse("{a.length}")).hint()).contains("repeat");
    assertThat(codes(() -> Text.parseNumber("{a.b}"))).containsExactly(Codes.BAD_PLACEHOLDER);
  }

  @Test
  void a_missing_value_suggests_a_close_name() {
    TemplateException failure = failure(() -> resolved("{modle}", Map.of("model", "x")));
    assertThat(failure.hint()).isEqualTo("Did you mean 'model'?");
  }

  @Test
  @DisplayName("standard: typed placeholders {timeout:int=60000} and {mode:enum(check,fix)=check}")
  void typed_placeholders() {
    assertThat(resolved("{timeout:int=60000} {mode:enum(check,fix)=check}", Map.of()))
        .isEqualTo("60000 check");
    assertThat(codes(() -> resolved("{n:int}", Map.of("n", "x")))).containsExactly(Codes.BAD_VALUE);
    assertThat(codes(() -> Text.parse("{n:int=x}"))).containsExactly(Codes.BAD_VALUE);
    assertThat(codes(() -> Text.parse("{n:flot}"))).containsExactly(Codes.UNKNOWN_TYPE);
  }

  @Test
  @DisplayName("the value finally selected is checked, defaults included")
  void the_selected_value_is_checked() {
    Scope scope = withArgs(withDefaults(Map.of("n", "{m}", "m", "many")), "n:int");
    assertThat(codes(() -> resolved("{n}", scope))).containsExactly(Codes.BAD_VALUE);
    assertThat(resolved("{m}", scope)).isEqualTo("many");
  }

  @Test
  @DisplayName("args of a node replace the inherited ones; defaults merge over them")
  void args_replace_and_defaults_merge() {
    Scope outer = withArgs(Scope.root(Map.of("n", "007")), "n:int");
    assertThat(resolved("{n}", outer)).isEqualTo("7");
    assertThat(resolved("{n}", withArgs(outer, "other"))).isEqualTo("007");
    Scope merged = withDefaults(withDefaults(Map.of("a", "1", "b", "1")), Map.of("b", "2"));
    assertThat(resolved("{a}{b}", merged)).isEqualTo("12");
  }

  @Test
  void defaults_that_multiply_each_other_end_soon() {
    Map<String, Object> empty = new HashMap<>();
    Map<String, Object> full = new HashMap<>();
    for (int i = 0; i < 5; i++) {
      empty.put("d" + i, ("{d" + (i + 1) + "}").repeat(1000));
      full.put("d" + i, ("{d" + (i + 1) + "}").repeat(1000));
    }
    empty.put("d5", "");
    full.put("d5", "x".repeat(5000));
    assertThat(codes(() -> resolved("{d0}", withDefaults(empty))))
        .containsExactly(Codes.DEFAULT_TOO_DEEP);
    assertThat(codes(() -> resolved("{d0}", withDefaults(full))))
        .containsExactly(Codes.TEXT_TOO_LONG);
  }

  @Test
  void an_array_that_is_too_long_is_refused_wherever_its_limit_is_passed() {
    String item = "x".repeat(Text.LONGEST - 20);
    for (int more = 0; more < 24; more++) {
      List<Object> rows =
          List.of(item + "x".repeat(more), Map.of("k", List.of(List.of("ab")), "l", List.of("c")));
      assertThat(codes(() -> resolved("{rows}", Scope.root(Map.of("rows", rows)))))
          .as("%d more", more)
          .containsExactly(Codes.TEXT_TOO_LONG);
    }
  }

  @Property(tries = 500)
  void runtime_values_are_opaque_whatever_they_hold(@ForAll String value, @ForAll String other) {
    String text = value.replace('\0', '0');
    Map<String, Object> values = Map.of("x", text, "other", other.replace('\0', '0'));
    assertThat(resolved("{x}", values)).isEqualTo(text);
    assertThat(resolved("a{x}b", values)).isEqualTo("a" + text + "b");
    assertThat(resolved("{y}", withDefaults(Scope.root(values), Map.of("y", "{x}"))))
        .isEqualTo(text);
  }

  @Property(tries = 1000)
  void reading_text_throws_nothing_but_its_own_exception(@ForAll String noise) {
    String text = "{" + noise + "}";
    try {
      assertThat(Text.parse(text).source()).isEqualTo(text);
    } catch (TemplateException expected) {
      assertThat(expected.code()).isNotEmpty();
    }
  }
}
