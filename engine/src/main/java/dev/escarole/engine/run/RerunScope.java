package dev.escarole.engine.run;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The steps that a rerun runs again. Immutable.
 *
 * @param path path or unique label of a step; required for {@link Kind#FROM} and {@link
 *     Kind#BRANCH}, not allowed for {@link Kind#ALL}; for {@link Kind#FAILED}, null means the whole
 *     run; for {@link Kind#CAUSE}, the {@link FailureCause#key key} of the cause
 */
public record RerunScope(Kind kind, @Nullable String path) {

  /** All steps. */
  public static final RerunScope ALL = new RerunScope(Kind.ALL, null);

  /** The steps that did not succeed, and those after them. */
  public static final RerunScope FAILED = new RerunScope(Kind.FAILED, null);

  /** The kind of scope. */
  public enum Kind {
    /** All steps. */
    ALL,
    /**
     * The steps that did not succeed, and those after them. With a path, only those in that step;
     * other failures are kept.
     */
    FAILED,
    /**
     * The steps that failed of one cause, and those after them; other failures are kept. A group
     * that failed by itself runs again as a whole if all its steps ended well.
     */
    CAUSE,
    /** A step and those after it, and all that did not succeed. */
    FROM,
    /** A branch and the steps after its parallel node; other branches are kept. */
    BRANCH
  }

  /**
   * Checks that a path is present if required, and absent if not allowed.
   *
   * @throws IllegalArgumentException if not
   */
  public RerunScope {
    boolean needsPath = kind == Kind.FROM || kind == Kind.BRANCH || kind == Kind.CAUSE;
    if (path == null ? needsPath : kind == Kind.ALL) {
      throw new IllegalArgumentException(
          "RerunScope.path is required for FROM, BRANCH and CAUSE, and not allowed for ALL; was "
              + path);
    }
  }

  /** The failures in that step, and the steps after them; other failures are kept. */
  public static RerunScope failedIn(String path) {
    return new RerunScope(Kind.FAILED, path);
  }

  /** The failures of the cause with that key, and the steps after them. */
  public static RerunScope ofCause(String key) {
    return new RerunScope(Kind.CAUSE, key);
  }

  /** Path or label of the step that is meant; null if none is. */
  public @Nullable String step() {
    return kind == Kind.CAUSE ? null : path;
  }

  /** That step and those after it. */
  public static RerunScope from(String path) {
    return new RerunScope(Kind.FROM, path);
  }

  /** That branch and the steps after its parallel node. */
  public static RerunScope branch(String path) {
    return new RerunScope(Kind.BRANCH, path);
  }

  /**
   * The stored and printed form, such as {@code failed}, {@code failed 0.1} or {@code from 0.2}.
   */
  public String text() {
    String word = kind.name().toLowerCase(Locale.ROOT);
    return path == null ? word : word + " " + path;
  }

  /**
   * Parses the form of {@link #text}.
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
