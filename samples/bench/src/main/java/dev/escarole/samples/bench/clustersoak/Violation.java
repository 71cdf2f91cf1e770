package dev.escarole.samples.bench.clustersoak;

import java.util.Locale;

/**
 * Something on record, or missing from it, that must not be. Immutable.
 *
 * @param subject the run, planned time or file
 */
record Violation(Kind kind, String subject, String detail) {

  /** The kinds, as they are counted in the report. */
  enum Kind {
    /** A planned time has neither a run nor a reason. */
    LOST_FIRING,
    /** A planned time has more than one run, or a run although it was skipped or missed. */
    DOUBLED_FIRING,
    /** A planned time was skipped or missed, and the rule of its schedule does not allow that. */
    BROKEN_RULE,
    /** A run or a record of a time that was not planned, or of a file that was not dropped. */
    STRAY,
    /** A file has no run or no result. */
    LOST_FILE,
    /** A file has more than one run or result. */
    DOUBLED_FILE,
    /** A file is not in exactly the one directory where it belongs, with its content. */
    MISPLACED_FILE,
    /** A run has not ended. */
    OPEN_RUN,
    /** A run ended differently from what its recipe does. */
    WRONG_STATUS,
    /** A run printed something else. */
    WRONG_OUTPUT,
    /** A step has more than one committed attempt. */
    DOUBLED_STEP,
    /** A step of a run that has ended has no committed attempt. */
    LOST_STEP,
    /** A process ended or failed to start, and no fault explains it. */
    BROKEN_PROCESS
  }

  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + subject + ": " + detail;
  }
}
