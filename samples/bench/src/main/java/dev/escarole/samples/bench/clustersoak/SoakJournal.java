package dev.escarole.samples.bench.clustersoak;

import java.util.List;

/**
 * What was planned, dropped and done to the processes, noted by the soak itself. Immutable.
 *
 * @param seed repeats the sequence
 * @param minutes of load
 * @param broken what processes did that no fault explains
 */
record SoakJournal(
    long seed,
    int minutes,
    List<PlannedSchedule> schedules,
    List<Drop> drops,
    List<Fault> faults,
    List<String> broken) {

  /** Recipe of files that can be processed, by their names. */
  static final String TAKE = "take";

  /** Recipe of files that cannot. */
  static final String SPOILT = "spoilt";

  SoakJournal {
    schedules = List.copyOf(schedules);
    drops = List.copyOf(drops);
    faults = List.copyOf(faults);
    broken = List.copyOf(broken);
  }

  /**
   * A file that was dropped into the inbox.
   *
   * @param name unique
   * @param sha256 of its content
   * @param spoilt whether its recipe fails
   */
  record Drop(String name, String sha256, boolean spoilt) {

    /** The recipe that takes it. */
    String recipe() {
      return spoilt ? SPOILT : TAKE;
    }

    /** The directory in which it must end. */
    String place() {
      return spoilt ? "failed" : "done";
    }
  }
}
