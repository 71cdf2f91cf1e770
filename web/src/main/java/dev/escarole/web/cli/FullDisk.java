package dev.escarole.web.cli;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A disk that has no room left: a failure that is nobody's mistake in the program. */
final class FullDisk {

  /** What systems say; Java passes it on. */
  private static final List<String> SAID =
      List.of(
          "no space left on device",
          "disk quota exceeded",
          "not enough space on the disk",
          "no space left on disk");

  /** Causes of causes that are looked at. */
  private static final int DEEPEST = 20;

  private FullDisk() {}

  /** What helps, if a failure comes from that; else null. */
  static @Nullable String hint(Throwable failure) {
    Throwable each = failure;
    for (int i = 0; i < DEEPEST && each != null; i++) {
      if (each instanceof IOException && isSaid(String.valueOf(each.getMessage()))) {
        return "Free space where this writes to (output, data directory or temporary files). Old"
            + " runs are deleted by, for example: escarole runs prune --older-than 30d";
      }
      each = each.getCause();
    }
    return null;
  }

  private static boolean isSaid(String message) {
    String text = message.toLowerCase(Locale.ROOT);
    return SAID.stream().anyMatch(text::contains);
  }
}
