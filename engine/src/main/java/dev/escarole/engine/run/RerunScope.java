package dev.escarole.engine.run;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How much of a run is run again. Immutable.
 *
 * @param path the step that is meant, by its path or by a label that only it has, for {@link
 *     Kind#FROM} and {@link Kind#BRANCH}; else null
 */
public record RerunScope(Kind kind, @Nullable String path) {

  /** Everything, with nothing kept. */
  public static final RerunScope ALL = new RerunScope(Kind.ALL, null);

  /** What did not succeed, and what comes after it. */
  public static final RerunScope FAILED = new RerunScope(Kind.FAILED, null);

  /** What is run again. */
  public enum Kind {
    /** Everything. */
    ALL,
    /** What did not succeed, and what comes after it. */
    FAILED,
    /** A step and what comes after it, besides what did not succeed. */
    FROM,
    /** A branch and what comes after its parallel node; other branches stay as they ended. */
    BRANCH
  }

  /**
   * Checks that a path is there exactly where one is needed.
   *
   * @throws IllegalArgumentException if not
   */
  public RerunScope {
    boolean needsPath = kind == Kind.FROM || kind == Kind.BRANCH;
    if (needsPath != (path != null)) {
      throw new IllegalArgumentException("RerunScope.path is for FROM and BRANCH, was " + path);
    }
  }

  /** That step and what comes after it. */
  public static RerunScope from(String path) {
    return new RerunScope(Kind.FROM, path);
  }

  /** That branch and what comes after its parallel node. */
  public static RerunScope branch(String path) {
    return new RerunScope(Kind.BRANCH, path);
  }

  /** As stored and printed, such as {@code failed} or {@code from 0.2}. */
  public String text() {
    String word = kind.name().toLowerCase(Locale.ROOT);
    return path == null ? word : word + " " + path;
  }

  /**
   * The scope of such a text.
   *
   * @throws IllegalArgumentException if it has another form
   */
  public static RerunScope parse(String text) {
    int blank = text.indexOf(' ');
    String word = blank < 0 ? text : text.substring(0, blank);
    return new RerunScope(
        Kind.valueOf(word.toUpperCase(Locale.ROOT)), blank < 0 ? null : text.substring(blank + 1));
  }
}
