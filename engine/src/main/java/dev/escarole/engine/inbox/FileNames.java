package dev.escarole.engine.inbox;

import dev.escarole.engine.run.RunId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Names of files in an inbox. */
final class FileNames {

  /** Longest name in bytes that common file systems have. */
  private static final int LONGEST = 255;

  private static final List<String> TEMPORARY =
      List.of(
          "~",
          ".part",
          ".partial",
          ".tmp",
          ".temp",
          ".crdownload",
          ".download",
          ".filepart",
          ".swp");

  private static final int RUN_LENGTH = "20261121-231502-k3f9x2".length();

  private FileNames() {}

  /** Whether a file is hidden, or somebody's file that is not complete. */
  static boolean isTemporary(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return name.startsWith(".")
        || name.startsWith("~")
        || TEMPORARY.stream().anyMatch(lower::endsWith);
  }

  /** The name of a file for commands, without characters that theirs cannot have. */
  static String plain(String name) {
    StringBuilder plain = new StringBuilder();
    name.chars()
        .forEach(c -> plain.append(c == '\\' || Character.isISOControl(c) ? '_' : (char) c));
    return plain.toString();
  }

  /** A name with a suffix, shortened so that it fits into a directory. */
  static String with(String name, String suffix) {
    int room = LONGEST - bytes(suffix);
    return beginning(name, room) + suffix;
  }

  private static String beginning(String text, int mostBytes) {
    if (bytes(text) <= mostBytes) {
      return text;
    }
    int end = 0;
    int size = 0;
    while (end < text.length()) {
      int next = text.offsetByCodePoints(end, 1);
      size += bytes(text.substring(end, next));
      if (size > mostBytes) {
        break;
      }
      end = next;
    }
    return text.substring(0, end);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** The same with a word before the extension, for a name that is taken. */
  static String another(String name, String word) {
    int dot = name.lastIndexOf('.');
    String ending = dot > 0 && name.length() - dot <= 16 ? name.substring(dot) : "";
    return with(name.substring(0, name.length() - ending.length()), "-" + word + ending);
  }

  /** The run in the name of a directory of results; null if it has none. */
  static @Nullable RunId run(String directory) {
    int start = directory.length() - RUN_LENGTH;
    String end = start > 0 ? directory.substring(start) : "";
    return RunId.isOne(end) && directory.charAt(start - 1) == '-' ? new RunId(end) : null;
  }

  /** The file in that name. */
  static String file(String directory) {
    return directory.substring(0, directory.length() - RUN_LENGTH - 1);
  }
}
