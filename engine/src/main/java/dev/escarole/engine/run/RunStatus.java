package dev.escarole.engine.run;

import java.util.Locale;

/** Status of a run. */
public enum RunStatus {
  /** Stored, and waits until its recipe allows one more run at once. */
  QUEUED,
  /** Stored and not over. */
  RUNNING,
  /**
   * Not over, and nothing in it can go on before people or a program answer. Never stored: derived
   * from {@link #RUNNING} by readers.
   */
  WAITING,
  /**
   * Not over, but no engine executes it. Never stored: derived from {@link #RUNNING} and {@link
   * #QUEUED} by readers.
   */
  INTERRUPTED,
  /** The root succeeded and nothing was lost. */
  DONE,
  /** The root succeeded, but a join was degraded or the run continued after a failure. */
  DEGRADED,
  /** The root failed. */
  FAILED,
  /** The run was cancelled before the root ended. */
  CANCELLED,
  /** The run did not start before its deadline. */
  EXPIRED;

  public boolean isOver() {
    return this != QUEUED && this != RUNNING && this != WAITING && this != INTERRUPTED;
  }

  /** The status in lower case, as stored and printed. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The status with this word.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static RunStatus ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
