package dev.escarole.recipe.template;

import static dev.escarole.recipe.template.Words.argv;
import static dev.escarole.recipe.template.Words.codes;
import static dev.escarole.recipe.template.Words.failure;
import static dev.escarole.recipe.template.Words.resolved;
import static dev.escarole.recipe.template.Words.withArgs;
import static dev.escarole.recipe.template.Words.withDefaults;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 11, B5: braces can be written. */
class PlaceholderScannerTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{n: .a}",
        "{n:.a}",
        "{n: .a, m: .b[0]}",
        "{a: {b: .c}}",
        "{\"a\":1}",
        "{\"a\": {\"b\": [1, {}]}}",
        "a{2,}",
        "a{2}",
        "[0-9]{1,3}",
        "{print $1}",
        "{$1}",
        "{s+=$1} END {print s}",
        "{a[$1]++}",
        "{n++}",
        "@{-1}",
        "{a,b}",
        "{name, age}",
        "{.a}",
        "{}",
        "{ }",
        "}{",
        "{print index($0, \"x\")}",
        "BEGIN {while (x) {print $2; x--}}",
        "{total: map(.n)|add}",
        "{total:map(.n)}",
        "{a:1}",
        "{color: red; width: 2px}"
      })
  void a_pair_that_cannot_be_a_placeholder_is_literal_in_and_out_of_quotes(String text) {
    assertThat(argv("x '" + text + "'")).containsExactly("x", text);
    assertThat(argv("x \"" + text.replace("\"", "\\\"") + "\"")).containsExactly("x", text);
    String bare = text.replaceAll("([ \"'])", "\\\\$1");
    assertThat(argv("x " + bare)).containsExactly("x", text);
    assertThat(Text.parse(text).warnings()).isEmpty();
    assertThat(resolved("{d}", withDefaults(Map.of("d", text)))).isEqualTo(text);
  }

  @Test
  @DisplayName("the examples of the issue: jq, grep, echo, awk")
  void the_examples_of_the_issue() {
    assertThat(argv("jq '{n: .a}'")).containsExactly("jq", "{n: .a}");
    assertThat(argv("grep -E 'a{2,}'")).containsExactly("grep", "-E", "a{2,}");
    assertThat(argv("echo '{\"a\":1}'")).containsExactly("echo", "{\"a\":1}");
    assertThat(argv("echo {\"a\":1}")).containsExactly("echo", "{a:1}");
  }

  @Test
  void a_placeholder_inside_literal_braces_is_still_one() {
    Map<String, Object> name = Map.of("name", "Ada");
    assertThat(argv("jq '{a: \"{name}\"}'", name)).containsExactly("jq", "{a: \"Ada\"}");
    assertThat(argv("jq '{a: {b: {name}, c: .d}}'", name))
        .containsExactly("jq", "{a: {b: Ada, c: .d}}");
  }

  @Test
  @DisplayName("\\{ and \\} outside single quotes are literal; {a} alone stays a placeholder")
  void a_backslash_keeps_a_brace() {
    Map<String, Object> a = Map.of("a", "v");
    assertThat(argv("x \\{a\\} \"\\{a\\}\" \\{a} {a\\} {a}", a))
        .containsExactly("x", "{a}", "{a}", "{a}", "{a}", "v");
    assertThat(argv("x '\\{a\\}'", a)).containsExactly("x", "\\{a\\}");
    assertThat(argv("x \\\\{a}", a)).containsExactly("x", "\\v");
    assertThat(argv("x {b=\\{a\\}} {b?yes:\\{\\}}", a)).containsExactly("x", "{a}", "{}");
    assertThat(argv("x \\{{a}\\}", a)).containsExactly("x", "{v}");
  }

  @Test
  void a_backslash_keeps_a_brace_in_defaults_too() {
    Scope scope =
        withDefaults(
            Map.of("a", "v", "d", "\\{a\\}", "e", "\\\\{a}", "f", "C:\\dir \\\\\\{2\\\\\\}"));
    assertThat(resolved("{d}", scope)).isEqualTo("{a}");
    assertThat(resolved("{e}", scope)).isEqualTo("\\v");
    assertThat(resolved("{f}", scope)).isEqualTo("C:\\dir \\{2\\}");
    Scope list = withDefaults(Map.of("l", List.of("\\{a\\}", List.of("\\{b\\}"))));
    assertThat(resolved("{l[0]} {l[1]}", list)).isEqualTo("{a} [\"{b}\"]");
    assertThat(resolved("{p}", withArgs(Scope.root(Map.of()), "p=\\{a.b\\}"))).isEqualTo("{a.b}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ name }", "{na me}", "{items[}", "{items[]}", "{items[0]x}", "{!name}", "{name!}",
        "{größe}", "{1st}", "{ flag ? yes : no }", "{name = x}", "{name :int}", "{name:}",
            "{name.}",
        "{user?as {user}:}", "{user=the {user}}"
      })
  void a_misspelt_placeholder_stays_with_a_hint(String text) {
    Text read = Text.parse(text);
    assertThat(read.warnings()).hasSize(1);
    assertThat(read.warnings().get(0).code()).isEqualTo(Codes.STRAY_BRACE);
    assertThat(read.warnings().get(0).hint()).contains("\\{");
    if (read.isLiteral()) {
      assertThat(resolved(text, Map.of("name", "no"))).isEqualTo(text);
    }
  }

  @Test
  void a_hint_names_the_placeholder_that_was_probably_meant() {
    assertThat(Text.parse("{ name }").warnings().get(0).hint()).contains("{name}");
    assertThat(WordSplitter.split("x \\{ name \\}").get(3).text().warnings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{a.b}", "{a.b.c}", "{n+1}", "{n:integer}", "{f?yes}", "{items[n+1]}"})
  void what_is_plainly_a_malformed_placeholder_stays_an_error(String text) {
    assertThat(codes(() -> Text.parse(text))).hasSize(1);
  }

  @Test
  void the_error_says_how_to_write_the_braces() {
    assertThat(failure(() -> Text.parse("{a.b}")).hint()).contains("\\{");
  }

  @Property(tries = 500)
  void escaped_braces_come_back_as_they_went_in(@ForAll("braced") String text) {
    StringBuilder escaped = new StringBuilder("cmd ");
    text.chars().forEach(c -> escaped.append('\\').append((char) c));
    assertThat(argv(escaped.toString())).containsExactly("cmd", text);
    String written = text.replaceAll("(\\\\*)([{}])", "$1$1\\\\$2");
    assertThat(resolved("{d}", withDefaults(Map.of("d", written)))).isEqualTo(text);
  }

  @Property(tries = 1000)
  void braces_are_lost_only_to_placeholders(@ForAll("braced") String text) {
    try {
      Text read = Text.parse(text.replace("\\", ""));
      StringBuilder whole = new StringBuilder(read.literals().get(0));
      for (int i = 0; i < read.placeholders().size(); i++) {
        whole.append(read.placeholders().get(i).source()).append(read.literals().get(i + 1));
      }
      assertThat(whole).hasToString(text.replace("\\", ""));
    } catch (TemplateException malformed) {
      assertThat(malformed.code()).isNotEmpty();
    }
  }

  @Test
  void a_long_text_of_braces_is_read_in_linear_time() {
    String many = "{".repeat(200_000) + "a b" + "}".repeat(200_000);
    assertThat(resolved(many, Map.of())).isEqualTo(many);
    String wide = "{a [".repeat(100_000);
    assertThat(Text.parse(wide).warnings()).hasSizeLessThan(10);
  }

  @Provide
  Arbitrary<String> braced() {
    return Arbitraries.strings().withChars("{}ab1 :.?=[]\\!+\"").ofMinLength(1).ofMaxLength(14);
  }
}
