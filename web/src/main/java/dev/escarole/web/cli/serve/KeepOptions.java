package dev.escarole.web.cli.serve;

import dev.escarole.engine.EngineOptions;
import dev.escarole.web.app.setup.StorageSettings;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.UsageException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which runs a server keeps. */
final class KeepOptions {

  @Option(
      names = "--keep",
      paramLabel = "AGE",
      description =
          "Deletes runs that started longer ago, at the start and every hour: 24h, 30d or 8w.")
  private @Nullable String keep;

  @Option(
      names = "--keep-size",
      paramLabel = "SIZE",
      description =
          "Deletes the oldest runs beyond this size, at the start and every hour: 500MB, 5GB."
              + " Outputs and workspaces count, and each row of an attempt as 512 bytes.")
  private @Nullable String size;

  /**
   * Returns the options with these limits.
   *
   * @throws UsageException if one cannot be read or is zero
   */
  EngineOptions applied(EngineOptions options) {
    Duration age = keep == null ? null : Amounts.age("--keep", keep);
    Long bytes = size == null ? null : (Long) Amounts.bytes("--keep-size", size);
    if ((age != null && age.isZero()) || (bytes != null && bytes == 0)) {
      throw new UsageException(
          "bad-keep",
          "--keep and --keep-size must not be 0: every run would be deleted when it ends",
          "Write for example: --keep 30d --keep-size 5GB");
    }
    return StorageSettings.keeping(options, age, bytes);
  }
}
