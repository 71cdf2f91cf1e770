package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Closing a database releases its readers. */
@Timeout(1200)
class StuckReaderTest {

  @TempDir Path directory;

  @Test
  void who_reads_while_h2_is_closed_by_a_failed_write_is_told_and_not_kept() throws Exception {
    try (ChildJvm child = ChildJvm.start(StuckReader.class, directory.toString())) {
      assertThat(child.line()).isEqualTo("assertions off");
      assertThat(child.line())
          .startsWith("transient: The store could not ")
          .contains("was closed while in use", "then try again");
      assertThat(child.await()).isZero();
    }
  }
}
