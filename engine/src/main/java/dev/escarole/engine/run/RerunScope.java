package dev.escarole.engine.run;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How much of a run is run again. Immutable.
 *
 * @param path the step that is meant, by its path or by a label that only it has; always there for
 *     {@link Kind#FROM} and {@link Kind#BRANCH}, never for {@link Kind#ALL}; for {@link
 *     Kind#FAILED} null means the whole run
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
    /**
     * What did not succeed, and what comes after it. With a path, only what failed in that step:
     * failures elsewhere stay as they are.
     */
    FAILED,
    /** A step and what comes after it, besides what did not succeed. */
    FROM,
    /** A branch and what comes after its parallel node; other branches stay as they ended. */
    BRANCH
  }

  /**
   * Checks that a path is there where one is needed, and not where none can be.
   *
   * @throws IllegalArgumentException if not
   */
  public RerunScope {
    boolean needsPath = kind == Kind.FROM || kind == Kind.BRANCH;
    if (path == null ? needsPath : kind == Kind.ALL) {
      throw new IllegalArgumentException(
          "RerunScope.path is needed for FROM and BRANCH, and not for ALL; was " + path);
    }
  }

  /** What failed in that step, and what comes after it; other failures stay as they are. */
  public static RerunScope failedIn(String path) {
    return new RerunScope(Kind.FAILED, path);
  }

  /** That step and what comes after it. */
  public static RerunScope from(String path) {
    return new RerunScope(Kind.FROM, path);
  }

  /** That branch and what comes after its parallel node. */
  public static RerunScope branch(String path) {
    return new RerunScope(Kind.BRANCH, path);
  }

  /** As stored and printed, such as {@code failed}, {@code failed 0.1} or {@code from 0.2}. */
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
