package dev.escarole.web.agent.acli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.web.agent.acli.ArgumentDefinition.PathRule;
import dev.escarole.web.agent.acli.Parser.ParseResult;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParserTest {

  private final Parser parser = new Parser(true);

  private List<String> words(String line) {
    if (parser.parse(line) instanceof ParseResult.Ok ok) {
      return ok.value();
    }
    throw new AssertionError(parser.parse(line).toString());
  }

  private ErrorCode refusal(String line) {
    if (parser.parse(line) instanceof ParseResult.Refused refused) {
      return refused.error().code();
    }
    throw new AssertionError(parser.parse(line).toString());
  }

  @Test
  void ac_04_the_dated_sample_has_six_words() {
    assertThat(words("calendar events --from '2026-02-01' --max 10"))
        .containsExactly("calendar", "events", "--from", "2026-02-01", "--max", "10");
  }

  @Test
  void ac_04_an_empty_quoted_word_is_a_word_and_outer_blanks_are_none() {
    assertThat(words("  a ''\t\"\" b  \n")).containsExactly("a", "", "", "b");
    assertThat(words("a'b'\"c\"d")).containsExactly("abcd");
  }

  @Test
  void ac_05_single_quotes_take_everything_literally() {
    assertThat(words("x 'a \"b\"  #c'")).containsExactly("x", "a \"b\"  #c");
    assertThat(refusal("x 'a\\b'")).isEqualTo(ErrorCode.INJECTION_BLOCKED);
  }

  @Test
  void ac_06_double_quotes_know_four_escapes_and_no_other() {
    assertThat(words("x \"a\\\"b\\n\\tc\"")).containsExactly("x", "a\"b\n\tc");
    assertThat(refusal("x \"a\\\\b\"")).isEqualTo(ErrorCode.INJECTION_BLOCKED);
    assertThat(refusal("x \"a\\qb\"")).isEqualTo(ErrorCode.PARSE_ERROR);
  }

  @Test
  void ac_07_the_three_printed_samples_hold() {
    assertThat(words("'hello world'")).containsExactly("hello world");
    assertThat(words("\"hello \\\"world\\\"\"")).containsExactly("hello \"world\"");
    assertThat(words("hello\\ world")).containsExactly("hello world");
  }

  @Test
  void ac_07_a_backslash_at_the_end_escapes_nothing() {
    assertThat(refusal("hello\\")).isEqualTo(ErrorCode.PARSE_ERROR);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {";", "&", "|", "`", "$", "(", ")", "{", "}", "[", "]", "<", ">", "!", "\\\\"})
  void ac_08_each_listed_character_is_blocked_bare_quoted_and_escaped(String character) {
    assertThat(refusal("echo a" + character + "b")).isEqualTo(ErrorCode.INJECTION_BLOCKED);
    assertThat(refusal("echo 'a" + character + "b'")).isEqualTo(ErrorCode.INJECTION_BLOCKED);
    assertThat(refusal("echo \"a" + character + "b\"")).isEqualTo(ErrorCode.INJECTION_BLOCKED);
    if (character.length() == 1) {
      assertThat(refusal("echo a\\" + character + "b")).isEqualTo(ErrorCode.INJECTION_BLOCKED);
    }
  }

  @Test
  void ac_08_the_printed_sample_is_blocked() {
    assertThat(refusal("calendar events; rm -rf /")).isEqualTo(ErrorCode.INJECTION_BLOCKED);
  }

  @Test
  void ac_08_unless_the_host_is_strict_they_pass_as_text() {
    Parser open = new Parser(false);
    assertThat(open.parse("echo 'a;b|c' \"\\\\d\""))
        .isEqualTo(new ParseResult.Ok(List.of("echo", "a;b|c", "\\d")));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 0x1b, 0x1f, 0x7f, 0x80, 0x9b, 0x9f})
  void control_characters_are_refused_however_they_are_quoted(int control) {
    String c = Character.toString(control);
    Parser open = new Parser(false);
    for (String line :
        List.of("a b" + c + "c", "a 'b" + c + "c'", "a \"b" + c + "c\"", "a \\" + c + "c")) {
      assertThat(open.parse(line))
          .isInstanceOfSatisfying(
              ParseResult.Refused.class,
              refused ->
                  assertThat(refused.error().message()).contains("U+%04X".formatted(control)));
    }
  }

  @Test
  void ac_09_a_command_has_at_most_10_000_characters() {
    String longest = "echo " + "\uD83E\uDD57".repeat(9_995);
    assertThat(words(longest)).hasSize(2);
    assertThat(refusal(longest + "x")).isEqualTo(ErrorCode.PARSE_ERROR);
  }

  @Test
  void ac_10_a_command_has_at_most_100_words() {
    assertThat(words("a ".repeat(100))).hasSize(100);
    assertThat(refusal("a ".repeat(101))).isEqualTo(ErrorCode.PARSE_ERROR);
  }

  @Test
  void ac_11_a_word_has_at_most_10_000_characters() {
    parser.check(List.of("x".repeat(10_000)));
    assertThatThrownBy(() -> parser.check(List.of("x".repeat(10_001))))
        .isInstanceOfSatisfying(
            AcliException.class,
            e -> assertThat(e.error().code()).isEqualTo(ErrorCode.PARSE_ERROR));
  }

  @ParameterizedTest
  @CsvSource({
    "../../../etc/passwd, false",
    "a/../../b, false",
    "/etc/passwd, false",
    "C:\\boot.ini, false",
    "c:boot.ini, false",
    "..\\secret, false",
    "a\\..\\b, false",
    "%2e%2e/x, false",
    "%252e%252e/x, false",
    "%25252525252e, false",
    "%2fetc, false",
    "~/x, false",
    "..., true",
    "a..b/c, true",
    "in/names.txt, true",
    "100%, true",
    "a+b, true"
  })
  void ac_12_paths_stay_inside_however_they_are_spelt(String path, boolean inside) {
    assertThat(PathRule.staysInside(path)).isEqualTo(inside);
  }

  @Property
  void ac_13_parse_never_throws(@ForAll String line) {
    assertThat(parser.parse(line)).isNotNull();
  }

  @Test
  void ac_13_what_is_no_line_is_refused_too() {
    assertThat(refusal("")).isEqualTo(ErrorCode.PARSE_ERROR);
    assertThat(refusal(" \t\n")).isEqualTo(ErrorCode.PARSE_ERROR);
    assertThat(refusal("a\nb")).isEqualTo(ErrorCode.PARSE_ERROR);
    assertThat(refusal("a\rb")).isEqualTo(ErrorCode.PARSE_ERROR);
    assertThat(refusal("a 'b\0c'")).isEqualTo(ErrorCode.PARSE_ERROR);
    assertThat(refusal("a \uD800 b")).isEqualTo(ErrorCode.PARSE_ERROR);
    assertThat(refusal("a 'b")).isEqualTo(ErrorCode.PARSE_ERROR);
    assertThat(refusal("a \"b")).isEqualTo(ErrorCode.PARSE_ERROR);
    assertThat(parser.parse(null)).isInstanceOf(ParseResult.Refused.class);
  }

  @Property
  void a_line_that_was_written_of_words_splits_into_them_again(
      @ForAll @Size(min = 1, max = 20) List<String> words) {
    List<String> usable =
        words.stream().filter(word -> word.codePoints().noneMatch(ParserTest::unusable)).toList();
    if (!usable.isEmpty()) {
      Parser literal = new Parser(false);
      String line = LineText.of(usable);
      if (line.codePointCount(0, line.length()) <= 10_000) {
        assertThat(literal.parse(line)).isEqualTo(new ParseResult.Ok(usable));
      }
    }
  }

  private static boolean unusable(int c) {
    return (Character.isISOControl(c) && c != '\t' && c != '\n')
        || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  @Test
  void many_words_are_refused_without_being_looked_at_one_by_one() {
    assertThat(refusal(String.join(" ", Collections.nCopies(4_000, "a"))))
        .isEqualTo(ErrorCode.PARSE_ERROR);
  }
}
