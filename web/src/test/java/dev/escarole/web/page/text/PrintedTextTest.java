package dev.escarole.web.page.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.page.text.PrintedLine.Match;
import dev.escarole.web.page.text.PrintedLine.Piece;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What commands print becomes lines of text with classes, and never anything else. */
class PrintedTextTest {

  private static List<Piece> pieces(String text) {
    return PrintedText.lines(text, false, 1, null, -1).get(0).pieces();
  }

  private static Piece usual(String text) {
    return new Piece(text, "", Match.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "31 | sgr-1",
        "1;91 | sgr-9 sgr-bold",
        "31;22;1;2 | sgr-1 sgr-bold",
        "2 | sgr-dim",
        "3;4;9 | sgr-italic sgr-both",
        "44;37 | sgr-on-4",
        "107;30 | sgr-on-15",
        "7 | sgr-inverse",
        "7;32 | sgr-on-2",
        "38;5;9 | sgr-9",
        "38;5;196 | sgr-9",
        "38;5;240 | sgr-8",
        "48;5;21 | sgr-on-12",
        "38;2;255;135;0;1 | sgr-11 sgr-bold",
        "38:5:2 | sgr-2",
        "31;0 | ''",
        "31;39 | ''",
        "8 | ''",
        "5 | ''",
        "38 | ''",
        "38;5;999 | ''",
        "4294967297 | ''",
        "'' | ''"
      })
  void colours_become_classes(String codes, String classes) {
    assertThat(pieces("\033[" + codes.strip() + "mx"))
        .containsExactly(new Piece("x", classes, Match.NONE));
  }

  @Test
  void a_look_lasts_until_it_is_taken_back_also_over_lines() {
    List<PrintedLine> lines = PrintedText.lines("a\033[31mb\nc\033[md\n", false, 7, null, -1);
    assertThat(lines).extracting(PrintedLine::number).containsExactly(7L, 8L);
    assertThat(lines.get(0).pieces())
        .containsExactly(usual("a"), new Piece("b\n", "sgr-1", Match.NONE));
    assertThat(lines.get(1).pieces())
        .containsExactly(new Piece("c", "sgr-1", Match.NONE), usual("d\n"));
  }

  @Test
  void other_sequences_are_left_out_and_what_is_none_is_shown() {
    assertThat(pieces("a\033[2Kb\033[10;20Hc\033[?25ld")).containsExactly(usual("abcd"));
    assertThat(pieces("a\033(B\033[mb")).containsExactly(usual("ab"));
    assertThat(pieces("\033]0;a title\007x")).containsExactly(usual("x"));
    assertThat(pieces("\033]8;;http://host/\033\\link\033]8;;\033\\"))
        .containsExactly(usual("link"));
    assertThat(pieces("\033]0;never ended")).containsExactly(usual("␛]0;never ended"));
    assertThat(pieces("\033[" + "1;".repeat(60) + "31mx"))
        .as("a sequence that is too long")
        .containsExactly(usual("␛[" + "1;".repeat(60) + "31mx"));
    assertThat(pieces("\033Px\b\u0001")).containsExactly(usual("␛Px␈␁"));
    assertThat(pieces("one\r\n")).containsExactly(usual("one\n"));
    assertThat(pieces("10%\r20%")).containsExactly(usual("10%␍20%"));
  }

  @Test
  void raw_text_has_signs_for_everything() {
    assertThat(PrintedText.lines("\033[31mx\r\n", true, 1, null, -1).get(0).pieces())
        .containsExactly(usual("␛[31mx␍\n"));
  }

  @Test
  void matches_are_marked_whatever_their_colours_are() {
    String text = "an err\033[31mor, an ERROR";
    List<Piece> pieces =
        PrintedText.lines(text, false, 1, OutputScan.pattern("error"), 3).get(0).pieces();
    assertThat(pieces)
        .containsExactly(
            usual("an "),
            new Piece("err", "", Match.PRESENT),
            new Piece("or", "sgr-1", Match.CONTINUED),
            new Piece(", an ", "sgr-1", Match.NONE),
            new Piece("ERROR", "sgr-1", Match.SOME));
  }

  @Test
  void lines_are_counted_as_the_file_has_them() {
    assertThat(PrintedText.lines("", false, 1, null, -1)).isEmpty();
    assertThat(PrintedText.lines("\n\n", false, 1, null, -1)).hasSize(2);
    assertThat(PrintedText.lines("a\n\nb", false, 1, null, -1))
        .extracting(PrintedLine::text)
        .containsExactly("a\n", "\n", "b");
  }
}
