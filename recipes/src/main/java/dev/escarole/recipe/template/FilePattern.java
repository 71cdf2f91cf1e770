package dev.escarole.recipe.template;

import java.util.List;

/**
 * A pattern of paths relative to a directory: {@code *} stands for any characters but a slash,
 * {@code ?} for one of them, and {@code **} as a whole part for any directories, also none; at the
 * end it stands for all files below. Matching takes time in proportion to the lengths of pattern
 * and path. Immutable.
 */
public final class FilePattern {

  /** Maximum length in characters. */
  public static final int LONGEST = 1_000;

  private static final String ANY_DIRECTORIES = "**";

  private final String source;
  private final List<String> parts;

  private FilePattern(String source) {
    this.source = source;
    // A final ** stands for files at any depth.
    String files = source.endsWith(ANY_DIRECTORIES) ? source + "/*" : source;
    this.parts = List.of(files.split("/"));
  }

  /**
   * Parses a pattern.
   *
   * @throws TemplateException if it can match nothing
   */
  public static FilePattern parse(String source) {
    return new FilePattern(checked(source));
  }

  /**
   * Returns a pattern.
   *
   * @throws TemplateException if it can match nothing
   */
  static String checked(String source) {
    if (source.isEmpty() || source.length() > LONGEST) {
      throw bad(
          source.isEmpty()
              ? "a pattern of files must not be empty"
              : "a pattern of files must not have more than %,d characters".formatted(LONGEST),
          "Write a path in the workspace, such as out/*.md.");
    }
    if (source.startsWith("/") || source.endsWith("/")) {
      throw bad(
          "the pattern '%s' must not %s with a slash"
              .formatted(source, source.startsWith("/") ? "start" : "end"),
          "Patterns are relative to the workspace and match files: out/*.md, or out/** for all in"
              + " out.");
    }
    if (source.chars().anyMatch(c -> "\\{}[]".indexOf(c) >= 0 || Character.isISOControl(c))) {
      throw bad(
          "the pattern '%s' contains a character with no meaning in patterns".formatted(source),
          "Only *, ? and ** have a meaning; write one artifact for each alternative.");
    }
    for (String part : source.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        throw bad(
            "the pattern '%s' must not contain '%s'"
                .formatted(source, part.isEmpty() ? "//" : part),
            "Patterns are relative to the workspace and never leave it.");
      }
      if (part.contains(ANY_DIRECTORIES) && !part.equals(ANY_DIRECTORIES)) {
        throw bad(
            "in the pattern '%s', ** must be a part of its own".formatted(source),
            "Write **/*.md for files in all directories.");
      }
    }
    return source;
  }

  private static TemplateException bad(String message, String hint) {
    return new TemplateException(Codes.BAD_PATTERN, message, hint);
  }

  /** The pattern as written. */
  public String source() {
    return source;
  }

  /** Whether a file matches. */
  public boolean matches(List<String> path) {
    return reaches(path, true);
  }

  /** Whether a file in this directory, or further below, may match. */
  public boolean leadsInto(List<String> directory) {
    return reaches(directory, false);
  }

  /** Compares part by part, with all places in the pattern at once, so that no path is costly. */
  private boolean reaches(List<String> path, boolean whole) {
    boolean[] at = new boolean[parts.size() + 1];
    at[0] = true;
    pass(at);
    for (String name : path) {
      boolean[] next = new boolean[at.length];
      for (int i = 0; i < parts.size(); i++) {
        if (at[i] && isAny(i)) {
          next[i] = true;
        } else if (at[i] && matches(parts.get(i), name)) {
          next[i + 1] = true;
        }
      }
      pass(next);
      at = next;
    }
    if (whole) {
      return at[parts.size()];
    }
    for (int i = 0; i < parts.size(); i++) {
      if (at[i]) {
        return true;
      }
    }
    return false;
  }

  private boolean isAny(int part) {
    return parts.get(part).equals(ANY_DIRECTORIES);
  }

  private void pass(boolean[] at) {
    for (int i = 0; i < parts.size(); i++) {
      if (at[i] && isAny(i)) {
        at[i + 1] = true;
      }
    }
  }

  /**
   * Whether a name matches a pattern in which {@code *} stands for any characters and {@code ?} for
   * one.
   */
  public static boolean matches(String pattern, String name) {
    // Goes back only to the last asterisk: never more than the product of the lengths.
    int p = 0;
    int n = 0;
    int star = -1;
    int from = 0;
    while (n < name.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        from = n;
      } else if (p < pattern.length()
          && (pattern.charAt(p) == '?' || pattern.charAt(p) == name.charAt(n))) {
        p++;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        from++;
        n = from;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  @Override
  public String toString() {
    return source;
  }
}
