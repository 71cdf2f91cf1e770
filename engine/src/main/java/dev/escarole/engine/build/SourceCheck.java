package dev.escarole.engine.build;

import dev.escarole.engine.build.BuildFailedException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Refuses sources that cannot be laid out as files everywhere, and those that are too large. */
public final class SourceCheck {

  /** Maximum number of files. */
  public static final int MOST_FILES = 4_096;

  /** Maximum size of all files together: 64 MiB. */
  public static final long MOST_BYTES = 64L << 20;

  private static final int MOST_OPTIONS = 256;
  private static final int LONGEST_OPTION = 4_096;
  private static final int LONGEST_PATH = 240;

  private SourceCheck() {}

  /**
   * Checks names, number and sizes.
   *
   * @throws BuildFailedException naming the first problem
   */
  public static void check(Sources sources) throws BuildFailedException {
    if (sources.files().isEmpty()) {
      throw bad("no source file is given", "Name at least one.");
    }
    if (sources.files().size() > MOST_FILES) {
      throw bad(
          "%d source files are given".formatted(sources.files().size()),
          "At most %d are permitted.".formatted(MOST_FILES));
    }
    long bytes = sources.files().values().stream().mapToLong(each -> each.length).sum();
    if (bytes > MOST_BYTES) {
      throw bad(
          "the sources have %d bytes".formatted(bytes),
          "At most %d are permitted.".formatted(MOST_BYTES));
    }
    Map<String, String> files = new HashMap<>();
    Map<String, String> directories = new HashMap<>();
    for (String path : sources.files().keySet()) {
      checkPath(path);
      checkOthers(path, files, directories);
    }
    checkOptions(sources.options());
  }

  /**
   * Checks the relative path of a source file: names of printable characters with slashes between
   * them, no name that begins with a dot or a hyphen.
   *
   * @throws BuildFailedException if it is not valid
   */
  public static void checkPath(String path) throws BuildFailedException {
    if (path.getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
      throw bad(
          "a source file's path has more than %d bytes".formatted(LONGEST_PATH),
          "Choose a shorter one.");
    }
    for (String name : path.split("/", -1)) {
      boolean plain = name.chars().allMatch(SourceCheck::isPlain);
      if (name.isEmpty() || name.startsWith(".") || name.startsWith("-") || !plain) {
        throw bad(
            "a source file cannot have the path '%s'".formatted(shown(path)),
            "Use relative paths of letters, digits, '_', '-', '.', '+' and '/'; no name may begin"
                + " with '.' or '-'.");
      }
    }
  }

  private static boolean isPlain(int c) {
    return c < 128 && (Character.isLetterOrDigit(c) || "_-.+".indexOf(c) >= 0);
  }

  /** A file system may not tell cases apart, and no file can be a directory. */
  private static void checkOthers(
      String path, Map<String, String> files, Map<String, String> directories)
      throws BuildFailedException {
    String folded = path.toLowerCase(Locale.ROOT);
    String same = files.put(folded, path);
    if (same != null) {
      throw bad(
          "two source files would have one place: '%s' and '%s'".formatted(same, path),
          "Give them names that differ in more than case.");
    }
    String inside = directories.get(folded);
    for (int slash = folded.indexOf('/'); slash >= 0; slash = folded.indexOf('/', slash + 1)) {
      String directory = folded.substring(0, slash);
      directories.putIfAbsent(directory, path);
      inside = inside == null ? files.get(directory) : inside;
    }
    if (inside != null) {
      throw bad(
          "'%s' and '%s' cannot both exist: one is a directory of the other"
              .formatted(inside, path),
          "Rename one of them.");
    }
  }

  private static void checkOptions(List<String> options) throws BuildFailedException {
    if (options.size() > MOST_OPTIONS) {
      throw bad(
          "%d compiler options are given".formatted(options.size()),
          "At most %d are permitted.".formatted(MOST_OPTIONS));
    }
    for (String option : options) {
      if (option.length() > LONGEST_OPTION || option.chars().anyMatch(c -> c < ' ')) {
        throw bad(
            "a compiler option is too long or holds control characters",
            "Leave out '%s'.".formatted(shown(option)));
      }
    }
  }

  /** Returns the beginning of a stranger's text for a message, without control characters. */
  public static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    text.chars().limit(80).forEach(c -> shown.append(c < ' ' || c == 127 ? '?' : (char) c));
    return shown.toString();
  }

  private static BuildFailedException bad(String what, String wayOut) {
    return new BuildFailedException(Reason.BAD_SOURCES, what, wayOut);
  }
}
