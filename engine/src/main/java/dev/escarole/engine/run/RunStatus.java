package dev.escarole.engine.run;

import java.util.Locale;

/** Where a run stands, or how it ended. */
public enum RunStatus {
  /** Stored, and not over. */
  RUNNING,
  /**
   * Stored, not over, and no engine carries it out. Never stored: who reads {@link #RUNNING} and
   * knows that nobody is there says so.
   */
  INTERRUPTED,
  /** The root succeeded and nothing was lost on the way. */
  DONE,
  /** The root succeeded, but a join was degraded or a failure was recorded and continued from. */
  DEGRADED,
  /** The root failed. */
  FAILED,
  /** Was cancelled before the root ended. */
  CANCELLED;

  public boolean isOver() {
    return this != RUNNING && this != INTERRUPTED;
  }

  /** The status in lower case, as stored and printed. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The status of a printed word.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static RunStatus ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
