package dev.escarole.web.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing that a program wrote makes a terminal do more than show text. */
class TerminalStreamTest {

  private static String shown(byte[] bytes, Random cuts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TerminalStream stream = new TerminalStream(out)) {
      for (int from = 0; from < bytes.length; ) {
        int length = Math.min(bytes.length - from, 1 + cuts.nextInt(5));
        stream.write(bytes, from, length);
        stream.flush();
        from += length;
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String shown(String text) {
    return shown(text.getBytes(StandardCharsets.UTF_8), new Random(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x\u001b]0;title\u0007.      | x\\u001b]0;title\\u0007.",
        "x\u001b[31mred             | x\\u001b[31mred",
        "a\u009b2Jb                | a\\u009b2Jb",
        "a\bb                      | a\\u0008b",
        "done\rfake                | done\\u000dfake",
        "x\u202eevil                | x\\u202eevil",
        "a\u200bb\u2066c           | a\\u200bb\\u2066c",
        "a\u200db                  | a\\u200db",
        "x\u3164y                    | x\\u3164y",
        "x\udb40\udc41y            | x\\udb40\\udc41y",
        "x\u2028y                    | x\\u2028y"
      })
  void what_a_terminal_might_obey_or_hide_shows_as_an_escape(String text, String expected) {
    assertThat(shown(text.strip())).isEqualTo(expected.strip());
  }

  @Test
  void honest_text_passes_as_it_is() {
    String text = "größe\t数 \ud83d\udc69\u200d\ud83c\udf73 👍\nnext line\n";
    assertThat(shown(text)).isEqualTo(text);
    assertThat(shown("dos\r\nlines\r\n")).isEqualTo("dos\nlines\n");
  }

  @Test
  void bytes_that_are_no_text_are_named() {
    byte[] bytes = {
      'a', (byte) 0x9b, '2', 'J', (byte) 0xc3, '(', (byte) 0xff, (byte) 0xe2, (byte) 0x82
    };
    assertThat(shown(bytes, new Random(1))).isEqualTo("a\\x9b2J\\xc3(\\xff\\xe2\\x82");
    byte[] overlong = {
      (byte) 0xe0, (byte) 0x82, (byte) 0x9b, (byte) 0xed, (byte) 0xa0, (byte) 0x80
    };
    assertThat(shown(overlong, new Random(1))).isEqualTo("\\xe0\\x82\\x9b\\xed\\xa0\\x80");
  }

  @Property(tries = 2000)
  void nothing_unprintable_comes_out_however_the_bytes_are_cut(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] bytes = new byte[random.nextInt(200)];
    random.nextBytes(bytes);
    for (int i = 0; i < bytes.length; i++) {
      if (random.nextInt(3) == 0) {
        bytes[i] = (byte) "\u001b\r\n\u0007[0m]a".charAt(random.nextInt(9));
      }
    }
    String once = shown(bytes, random);
    assertThat(once).isEqualTo(shown(bytes, new Random(seed + 1)));
    assertThat(once.codePoints())
        .allMatch(
            point ->
                point == '\n'
                    || point == '\t'
                    || (!Character.isISOControl(point)
                        && Character.getType(point) != Character.FORMAT));
  }

  @Test
  void of_our_own_lines_only_colours_pass() {
    Paint paint = new Paint(true);
    String line = paint.red("error") + paint.bold("x") + "\u001b]0;t\u0007\u001b[2J\n\u202e";
    assertThat(TerminalText.line(line))
        .isEqualTo(
            paint.red("error") + paint.bold("x") + "\\u001b]0;t\\u0007\\u001b[2J\\u000a\\u202e");
    assertThat(TerminalText.lines("a\nb\u001b[6n")).isEqualTo("a\nb\\u001b[6n");
  }
}
