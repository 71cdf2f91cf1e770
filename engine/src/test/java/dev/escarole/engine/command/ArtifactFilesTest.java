package dev.escarole.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a file that looks unchanged is taken for unchanged. */
class ArtifactFilesTest {

  private static final byte[] ONE = "program one".getBytes(StandardCharsets.UTF_8);
  private static final byte[] TWO = "program two".getBytes(StandardCharsets.UTF_8);
  private static final Instant NOW = Instant.ofEpochSecond(1_000_000);

  private static FileStamp stamp(Instant changed) {
    return new FileStamp(11, changed, changed, "inode 7");
  }

  @Test
  void covers_unchangedFile_forAWhile() {
    FileStamp old = stamp(NOW.minusSeconds(60));
    ArtifactFiles.Hashed hashed = new ArtifactFiles.Hashed(old, NOW);

    assertThat(hashed.covers(old, NOW)).isTrue();
    assertThat(hashed.covers(old, NOW.plus(ArtifactFiles.TRUST).minusNanos(1))).isTrue();
    assertThat(hashed.covers(old, NOW.plus(ArtifactFiles.TRUST))).isFalse();
    assertThat(hashed.covers(old, NOW.minusNanos(1))).isFalse();
    assertThat(hashed.covers(null, NOW)).isFalse();
  }

  @Test
  void covers_anyDifference_isNone() {
    Instant then = NOW.minusSeconds(60);
    ArtifactFiles.Hashed hashed = new ArtifactFiles.Hashed(stamp(then), NOW);

    assertThat(hashed.covers(new FileStamp(12, then, then, "inode 7"), NOW)).isFalse();
    assertThat(hashed.covers(new FileStamp(11, then, then, "inode 8"), NOW)).isFalse();
    assertThat(hashed.covers(new FileStamp(11, then.plusNanos(1), then, "inode 7"), NOW)).isFalse();
    assertThat(hashed.covers(new FileStamp(11, then, then.plusNanos(1), "inode 7"), NOW)).isFalse();
  }

  @Test
  void covers_fileHashedRightAfterAChange_isNotTrusted() {
    FileStamp young = stamp(NOW.minusSeconds(1));
    assertThat(new ArtifactFiles.Hashed(young, NOW).covers(young, NOW)).isFalse();
  }

  @Test
  void check_settledFileThatChanges_isNoticed(@TempDir Path directory) throws Exception {
    // An hour later than the file system believes, so that what was written just now is settled.
    ArtifactFiles files =
        new ArtifactFiles(directory, () -> Instant.now().plus(Duration.ofHours(1)));
    ArtifactId id = files.store(ONE);
    files.check(id);
    files.check(id);
    Files.write(directory.resolve(id + ".wasm"), TWO);

    assertThatThrownBy(() -> files.check(id)).hasMessageContaining("damaged");
    assertThatThrownBy(() -> files.check(id)).hasMessageContaining("damaged");
    files.store(ONE);
    files.check(id);
  }
}
