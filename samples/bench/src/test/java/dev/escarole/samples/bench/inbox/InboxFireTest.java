package dev.escarole.samples.bench.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each file of an inbox has exactly one run, however it was written and whenever the engine is
 * killed. With {@code -Descarole.thorough=true}: 1,000 files and 30 kills.
 */
@Timeout(1_800)
class InboxFireTest {

  private static final boolean THOROUGH = Boolean.getBoolean("escarole.thorough");

  @TempDir private Path directory;

  @Test
  void no_file_is_lost_and_none_runs_twice() throws Exception {
    InboxFire fire =
        THOROUGH ? new InboxFire(directory, 1_000, 30, 8) : new InboxFire(directory, 80, 4, 8);
    InboxFire.Report report = fire.run();
    assertThat(report.mistakes()).as(report.figures()).isEmpty();
  }

  @Test
  void checker_notices_a_lost_file_a_cut_one_and_one_that_is_left() throws Exception {
    InboxFire.Report report = new InboxFire(directory, 3, 1, 2).run();
    assertThat(report.mistakes()).isEmpty();
    Path inbox = directory.resolve("inbox");
    Map<String, String> written = new HashMap<>();
    for (String name : new String[] {"f0000.csv", "f0001.csv", "f0002.csv"}) {
      written.put(
          name,
          new String(
              Files.readAllBytes(inbox.resolve("done").resolve(name)), StandardCharsets.UTF_8));
    }
    written.put("f0003.csv", "lost\n");
    Files.writeString(inbox.resolve("done/f0001.csv"), "cut");
    Files.writeString(inbox.resolve("f0002.csv"), "again");
    assertThat(new InboxLedger(directory.resolve("data"), inbox, written).check())
        .contains("f0003.csv has 0 runs", "f0002.csv is left")
        .anyMatch(each -> each.contains("f0001.csv has another content"))
        .anyMatch(each -> each.startsWith("done has 3 entries, not 4"));
  }
}
