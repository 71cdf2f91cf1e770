package dev.escarole.recipe.template;

import static dev.escarole.recipe.template.Words.argv;
import static dev.escarole.recipe.template.Words.codes;
import static dev.escarole.recipe.template.Words.failure;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WordSplitterTest {

  @Test
  void words_are_separated_by_blanks_tabs_and_line_ends() {
    assertThat(argv("  a\tb \n c\r\nd ")).containsExactly("a", "b", "c", "d");
  }

  @Test
  @DisplayName("standard: quotes hold literal template words with spaces before substitution")
  void quotes_hold_literal_words_together() {
    assertThat(argv("echo 'literal words' {text}", Map.of("text", "hello world")))
        .containsExactly("echo", "literal words", "hello world");
  }

  @Test
  @DisplayName("standard: a value with spaces stays one argument")
  void a_value_with_spaces_stays_one_argument() {
    assertThat(argv("echo {text}", Map.of("text", "hello world")))
        .containsExactly("echo", "hello world");
  }

  @Test
  @DisplayName("standard: a placeholder may be embedded inside one word")
  void a_placeholder_inside_a_word() {
    assertThat(argv("/path/to/tool --file={file}", Map.of("file", "/tmp/a b.ogg")))
        .containsExactly("/path/to/tool", "--file=/tmp/a b.ogg");
  }

  @Test
  @DisplayName("quoted empty word: '' and \"\" are words and are kept")
  void quoted_empty_words_are_kept() {
    assertThat(argv("echo '' x")).containsExactly("echo", "", "x");
    assertThat(argv("echo \"\" x")).containsExactly("echo", "", "x");
  }

  @Test
  @DisplayName(
      "an unquoted word that resolves to the empty string is dropped; a quoted one is kept")
  void unquoted_words_that_resolve_to_nothing_are_dropped() {
    assertThat(argv("echo {flag?--x:} y")).containsExactly("echo", "y");
    assertThat(argv("echo \"{flag?--x:}\" y")).containsExactly("echo", "", "y");
    assertThat(argv("echo {flag?--x:}'' y")).containsExactly("echo", "", "y");
    assertThat(argv("echo {v} y", Map.of("v", ""))).containsExactly("echo", "y");
  }

  @Test
  @DisplayName(
      "backslash takes the next character literally, outside quotes and inside double quotes,"
          + " whatever it is")
  void backslash_takes_the_next_character() {
    assertThat(argv("a\\ b \\'c\\\" \\n \\\\")).containsExactly("a b", "'c\"", "n", "\\");
    assertThat(argv("\"a\\\"b\\n\\\\\"")).containsExactly("a\"bn\\");
    assertThat(argv("'a\\b'")).containsExactly("a\\b");
  }

  @Test
  void quotes_may_start_and_end_inside_a_word() {
    assertThat(argv("a'b c'\"d e\"f")).containsExactly("ab cd ef");
    assertThat(argv("\"it's\" 'say \"hi\"'")).containsExactly("it's", "say \"hi\"");
  }

  @Test
  @DisplayName("unterminated quotes and a trailing backslash are errors")
  void unterminated_quotes_and_trailing_backslash_are_errors() {
    assertThat(codes(() -> WordSplitter.split("echo 'a")))
        .containsExactly(Codes.UNTERMINATED_QUOTE);
    assertThat(codes(() -> WordSplitter.split("echo \"a")))
        .containsExactly(Codes.UNTERMINATED_QUOTE);
    assertThat(codes(() -> WordSplitter.split("echo a\\")))
        .containsExactly(Codes.TRAILING_BACKSLASH);
    assertThat(codes(() -> WordSplitter.split("echo \"a\\")))
        .containsExactly(Codes.TRAILING_BACKSLASH, Codes.UNTERMINATED_QUOTE);
  }

  @Test
  @DisplayName("a lone { or } is literal")
  void lone_braces_are_literal() {
    assertThat(argv("echo { } a{ }b {} }{"))
        .containsExactly("echo", "{", "}", "a{", "}b", "{}", "}{");
    assertThat(argv("echo {{x}}", Map.of("x", "v"))).containsExactly("echo", "{v}");
  }

  @Test
  @DisplayName("a placeholder whose default holds blanks must stand in quotes")
  void defaults_with_blanks_need_quotes() {
    assertThat(argv("echo \"{text=two words}\"")).containsExactly("echo", "two words");
    assertThat(argv("echo {text=two words}")).containsExactly("echo", "{text=two", "words}");
  }

  @Test
  @DisplayName("the first word, the command, may hold placeholders too")
  void the_command_may_be_a_placeholder() {
    assertThat(argv("{tool=cat} x")).containsExactly("cat", "x");
    assertThat(argv("{dir}/run", Map.of("dir", "/opt"))).containsExactly("/opt/run");
  }

  @Test
  void a_command_that_is_nothing_is_an_error() {
    assertThat(codes(() -> WordSplitter.split("  "))).containsExactly(Codes.EMPTY_COMMAND);
    assertThat(codes(() -> argv("{c}", Map.of("c", "")))).containsExactly(Codes.EMPTY_COMMAND);
    assertThat(codes(() -> argv("'' x"))).containsExactly(Codes.EMPTY_COMMAND);
  }

  @Test
  void nul_is_refused_in_templates_and_in_values() {
    assertThat(codes(() -> WordSplitter.split("a \0"))).containsExactly(Codes.NUL_CHARACTER);
    assertThat(codes(() -> argv("a {x}", Map.of("x", "b\0c"))))
        .containsExactly(Codes.NUL_CHARACTER);
  }

  @Test
  void all_mistakes_of_a_template_are_reported_together() {
    assertThat(codes(() -> WordSplitter.split("{a.b} {n+1} {x:strng} 'open")))
        .containsExactly(
            Codes.BAD_PLACEHOLDER,
            Codes.BAD_EXPRESSION,
            Codes.UNKNOWN_TYPE,
            Codes.UNTERMINATED_QUOTE);
    assertThat(codes(() -> argv("c {a} {b}-{d}")))
        .hasSize(3)
        .containsOnly(Codes.UNRESOLVED_PLACEHOLDER);
  }

  @Test
  void the_first_of_several_mistakes_speaks_for_all() {
    TemplateException failure = failure(() -> argv("c {a} {b}"));
    assertThat(failure.message()).contains("'a'");
    assertThat(failure.problems()).extracting(TemplateException::message).hasSize(2);
  }

  @Property(tries = 300)
  void quoted_words_come_back_as_they_went_in(@ForAll @NotEmpty @Size(max = 8) List<String> words) {
    String template =
        "cmd " + words.stream().map(WordSplitterTest::quoted).collect(Collectors.joining(" "));
    List<String> sources =
        WordSplitter.split(template).stream().map(word -> word.text().source()).toList();
    assertThat(sources.subList(1, sources.size()))
        .isEqualTo(words.stream().map(WordSplitterTest::harmless).toList());
  }

  @Property(tries = 300)
  void escaped_words_come_back_as_they_went_in(@ForAll @NotEmpty String word) {
    String wanted = harmless(word);
    StringBuilder escaped = new StringBuilder("cmd ");
    wanted.chars().forEach(c -> escaped.append('\\').append((char) c));
    List<Word> words = WordSplitter.split(escaped.toString());
    assertThat(words).hasSize(2);
    assertThat(words.get(1).text().source()).isEqualTo(wanted);
  }

  @Property(tries = 500)
  void a_value_never_becomes_two_words(@ForAll String value) {
    String text = value.replace('\0', '0');
    assertThat(argv("cmd {x} end", Map.of("x", text)))
        .isEqualTo(text.isEmpty() ? List.of("cmd", "end") : List.of("cmd", text, "end"));
  }

  private static String quoted(String word) {
    return '"' + harmless(word).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Braces may be placeholders, and NUL is refused: neither belongs to splitting. */
  private static String harmless(String word) {
    return word.replace('{', '(').replace('\0', '0');
  }
}
