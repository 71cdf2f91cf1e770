package dev.escarole.web.page.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.page.text.OutputScan.LineStart;
import dev.escarole.web.page.text.OutputScan.Matches;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** Texts and lines are found wherever the output is cut for reading. */
class OutputScanTest {

  private static final class Bytes implements OutputBytes {
    private final byte[] all;

    Bytes(byte[] all) {
      this.all = all;
    }

    @Override
    public long size() {
      return all.length;
    }

    @Override
    public String sha256() {
      return "";
    }

    @Override
    public String fileName() {
      return "";
    }

    @Override
    public boolean settled() {
      return true;
    }

    @Override
    public InputStream open(long from, long end) {
      return new ByteArrayInputStream(all, (int) from, (int) (end - from));
    }
  }

  private static OutputBytes of(String text) {
    return new Bytes(text.getBytes(UTF_8));
  }

  @Test
  void each_match_leads_to_the_next_and_the_one_before_around_the_ends() {
    OutputBytes output = of("..needle..NEEDLE..needle");
    assertThat(OutputScan.matches(output, "Needle", 0))
        .isEqualTo(new Matches(3, 1, 2, 18, 10, false));
    assertThat(OutputScan.matches(output, "needle", 3))
        .isEqualTo(new Matches(3, 2, 10, 2, 18, false));
    assertThat(OutputScan.matches(output, "needle", 18))
        .isEqualTo(new Matches(3, 3, 18, 10, 2, false));
    assertThat(OutputScan.matches(output, "needle", 19))
        .as("beyond the last one, the first")
        .isEqualTo(new Matches(3, 1, 2, 18, 10, true));
    assertThat(OutputScan.matches(output, "pin", 0).count()).isZero();
    assertThat(OutputScan.matches(output, ".*", 0).count()).as("no pattern").isZero();
  }

  @Test
  void a_match_that_two_parts_share_is_found_once() {
    int part = 1 << 20;
    for (int at = part - 6; at <= part + 1; at++) {
      OutputBytes output = of("x".repeat(at) + "needle" + "y".repeat(9) + "needle");
      Matches found = OutputScan.matches(output, "needle", 0);
      assertThat(found.count()).as("at " + at).isEqualTo(2);
      assertThat(found.present()).isEqualTo(at);
      assertThat(found.next()).isEqualTo(at + 15L);
    }
    String run = "aa".repeat(part);
    assertThat(OutputScan.matches(of(run), "aaa", 0).count()).isEqualTo(2L * part / 3);
  }

  @Test
  void letters_of_other_alphabets_are_found_as_they_are() {
    assertThat(OutputScan.matches(of("ÄÄ été"), "été", 0).present()).isEqualTo(5);
    assertThat(OutputScan.matches(of("e\033[1;31mr\033[0mr"), "ERR", 0).count()).isEqualTo(1);
  }

  @Test
  void lines_are_found_by_their_numbers() {
    OutputBytes output = of("one\n\nthree\n");
    assertThat(OutputScan.startOf(output, 1).offset()).isZero();
    assertThat(OutputScan.startOf(output, 2).offset()).isEqualTo(4);
    assertThat(OutputScan.startOf(output, 3).offset()).isEqualTo(5);
    assertThat(OutputScan.startOf(output, 4)).isEqualTo(new LineStart(-1, 3));
    assertThat(OutputScan.startOf(of("a\nb"), 9)).isEqualTo(new LineStart(-1, 2));
    assertThat(OutputScan.lineAt(output, 0)).isEqualTo(1);
    assertThat(OutputScan.lineAt(output, 4)).isEqualTo(2);
    assertThat(OutputScan.lineAt(output, 7)).isEqualTo(3);
    OutputBytes large = of("0123456789\n".repeat(200_000));
    assertThat(OutputScan.startOf(large, 150_001).offset()).isEqualTo(1_650_000);
    assertThat(OutputScan.lineAt(large, 1_650_000)).isEqualTo(150_001);
  }
}
