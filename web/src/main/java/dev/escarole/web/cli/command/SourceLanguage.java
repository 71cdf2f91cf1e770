package dev.escarole.web.cli.command;

import dev.escarole.engine.build.Lanes;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Path;
import java.util.Locale;

/** Source files given in place of a program. */
final class SourceLanguage {

  private SourceLanguage() {}

  /**
   * Refuses a file with source of a language that no compiler in the sandbox knows.
   *
   * @throws UsageException if its name says so
   */
  static void refuse(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    int dot = name.lastIndexOf('.');
    if (dot < 0) {
      return;
    }
    Lanes.elsewhere(name.substring(dot + 1))
        .ifPresent(
            hint -> {
              throw new UsageException(
                  "lane-unavailable",
                  "lane_unavailable: %s is source, and no compiler of its language runs in the sandbox"
                      .formatted(TextFormat.plain(file.toString())),
                  hint);
            });
  }
}
