package dev.escarole.web.cli.serve;

import dev.escarole.engine.store.Retention;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.UsageException;
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
      description = {
        "Deletes the oldest runs beyond this size, at the start and every hour: 500MB, 5GB.",
        "Outputs and workspaces count, and each row of an attempt as 512 bytes."
      })
  private @Nullable String size;

  /**
   * Returns the limits.
   *
   * @throws UsageException if one cannot be read or is zero
   */
  Retention retention() {
    Retention retention = Retention.ALL;
    if (keep != null) {
      retention = retention.withMaxAge(Amounts.age("--keep", keep));
    }
    if (size != null) {
      retention = retention.withMaxBytes(Amounts.bytes("--keep-size", size));
    }
    if (isZero(retention)) {
      throw new UsageException(
          "bad-keep",
          "--keep and --keep-size must not be 0: every run would be deleted when it ends",
          "Write for example: --keep 30d --keep-size 5GB");
    }
    return retention;
  }

  private static boolean isZero(Retention retention) {
    return (retention.maxAge() != null && retention.maxAge().isZero())
        || Long.valueOf(0).equals(retention.maxBytes());
  }
}
