package dev.escarole.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.samples.log.AccessLog;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessLogTest {

  @Test
  void write_anyTime_givesTheLogBesideTheRecipe(@TempDir Path directory) {
    Path log = directory.resolve("access.log");

    AccessLog.write(log);

    assertThat(log).hasSameBinaryContentAs(Sample.named("access-log").file("access.log"));
  }
}
