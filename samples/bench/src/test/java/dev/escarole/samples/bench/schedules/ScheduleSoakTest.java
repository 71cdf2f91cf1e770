package dev.escarole.samples.bench.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A short form of {@code samples/bin/schedule-soak}: real processes, really killed. */
class ScheduleSoakTest {

  @Test
  @Timeout(300)
  void every_planned_time_is_accounted_for_after_kills_and_jumps_of_the_clock(
      @TempDir Path directory) throws Exception {
    assertThat(new ScheduleSoak(directory, "", 15, 7).run(4)).isEmpty();
  }
}
