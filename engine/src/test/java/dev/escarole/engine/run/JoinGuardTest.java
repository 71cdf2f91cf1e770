package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.ByteParts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class JoinGuardTest {

  private static final int BODIES = 20_000;
  private static final String[] WORDS = {
    "-",
    "--",
    "---",
    "----",
    "\n",
    "\\",
    " ",
    "\t",
    "branch",
    "Branch:",
    "parallel_status :",
    ":",
    "x",
    "12",
    "\r",
    "\f",
    "--- branch: ",
    "\\\\--- branch:"
  };

  /** The same rule, told by a regular expression over one text. */
  private static final Pattern HEADER =
      Pattern.compile(
          "(?i)(^|(?<=[\\n\\x0b\\f\\r\\x1c\\x1d\\x1e]))"
              + "(?=\\\\*[ \\t]*---[ \\t]*+(branch|parallel_status)[ \\t]*+:)");

  @Test
  void headers_are_found_wherever_they_stand_and_however_the_body_is_cut() {
    Random random = new Random(13);
    int escaped = 0;
    for (int i = 0; i < BODIES; i++) {
      String body = body(random);
      String guarded = guarded(body, random);
      assertThat(guarded).as(body).isEqualTo(expected(body));
      escaped += guarded.length() > body.length() ? 1 : 0;
    }
    assertThat(escaped).isBetween(BODIES / 20, BODIES - BODIES / 20);
  }

  private static String body(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i >= 0; i--) {
      text.append(WORDS[random.nextInt(WORDS.length)]);
    }
    return text.toString();
  }

  private static String expected(String body) {
    return HEADER.matcher(body).replaceAll(Matcher.quoteReplacement("\\"));
  }

  private static String guarded(String body, Random random) {
    byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
    List<byte[]> arrays = new ArrayList<>();
    for (int from = 0; from < bytes.length; ) {
      int to = Math.min(bytes.length, from + 1 + random.nextInt(5));
      arrays.add(Arrays.copyOfRange(bytes, from, to));
      from = to;
    }
    return new String(JoinGuard.body(ByteParts.of(arrays)).toArray(), StandardCharsets.ISO_8859_1);
  }
}
