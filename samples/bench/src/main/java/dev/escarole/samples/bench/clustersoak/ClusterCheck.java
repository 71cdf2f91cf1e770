package dev.escarole.samples.bench.clustersoak;

import dev.escarole.samples.bench.clustersoak.Violation.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks what is on record against the journal of the soak. A pure function: it reads nothing,
 * knows no clock, and uses nothing of the engine.
 *
 * <p>Each run must have ended as its recipe does, with the right output and exactly one committed
 * attempt for each step. {@link FiringCheck} accounts for planned times, {@link FileCheck} for
 * files.
 */
final class ClusterCheck {

  private static final String DONE = "done";
  private static final String FAILED = "failed";

  private final SoakJournal journal;
  private final Evidence evidence;
  private final List<Violation> violations = new ArrayList<>();

  /** By recipe and key. */
  private final Map<String, List<Evidence.Run>> runs = new HashMap<>();

  private ClusterCheck(SoakJournal journal, Evidence evidence) {
    this.journal = journal;
    this.evidence = evidence;
  }

  /** Returns all violations; none if all is well. */
  static List<Violation> check(SoakJournal journal, Evidence evidence) {
    return new ClusterCheck(journal, evidence).check();
  }

  private List<Violation> check() {
    for (Evidence.Run run : evidence.runs()) {
      runs.computeIfAbsent(run.recipe() + " " + run.key(), unused -> new ArrayList<>()).add(run);
    }
    Map<String, List<Evidence.Firing>> firings = new HashMap<>();
    for (Evidence.Firing each : evidence.firings()) {
      firings.computeIfAbsent(each.recipe(), unused -> new ArrayList<>()).add(each);
    }
    for (PlannedSchedule schedule : journal.schedules()) {
      List<Evidence.Firing> own = firings.remove(schedule.recipe());
      new FiringCheck(schedule, own == null ? List.of() : own, this).check();
    }
    firings.keySet().forEach(recipe -> wrong(Kind.STRAY, recipe, "has a schedule on record"));
    new FileCheck(journal.drops(), evidence.files(), this).check();
    // Whoever is accountable has taken theirs.
    runs.values().forEach(left -> left.forEach(run -> stray(run)));
    journal.broken().forEach(each -> wrong(Kind.BROKEN_PROCESS, "process", each));
    return List.copyOf(violations);
  }

  private void stray(Evidence.Run run) {
    wrong(
        Kind.STRAY,
        run.id(),
        "a run of %s that nothing asked for: %s".formatted(run.recipe(), run.key()));
  }

  void wrong(Kind kind, String subject, String detail) {
    violations.add(new Violation(kind, subject, detail));
  }

  /** Takes the runs of a planned time or a file; what nobody takes is stray. */
  List<Evidence.Run> take(String recipe, String key) {
    List<Evidence.Run> found = runs.remove(recipe + " " + key);
    return found == null ? List.of() : found;
  }

  /**
   * Checks a run that must be done.
   *
   * @param leaves commands in its plan
   */
  void checkDone(Evidence.Run run, int leaves, String output) {
    if (checkEnd(run, DONE)) {
      checkSteps(run, leaves);
      if (!Sha256.of(output).equals(run.stdoutSha256())) {
        wrong(Kind.WRONG_OUTPUT, run.id(), subject(run) + " did not print " + output.strip());
      }
    }
  }

  /** Checks a run that must have failed. */
  void checkFailed(Evidence.Run run, int leaves) {
    if (checkEnd(run, FAILED)) {
      checkSteps(run, leaves);
    }
  }

  private boolean checkEnd(Evidence.Run run, String status) {
    // A step may be doubled in a run that has not ended, too.
    run.attempts()
        .forEach(
            (step, count) -> {
              if (count > 1) {
                wrong(
                    Kind.DOUBLED_STEP,
                    run.id(),
                    "%s: step %d has %d committed attempts".formatted(subject(run), step, count));
              }
            });
    if (run.endedMillis() == null) {
      wrong(Kind.OPEN_RUN, run.id(), subject(run) + " is " + run.status());
      return false;
    }
    if (!run.status().equals(status)) {
      wrong(
          Kind.WRONG_STATUS,
          run.id(),
          "%s is %s, not %s".formatted(subject(run), run.status(), status));
      return false;
    }
    return true;
  }

  private void checkSteps(Evidence.Run run, int leaves) {
    if (run.attempts().size() != leaves) {
      wrong(
          run.attempts().size() < leaves ? Kind.LOST_STEP : Kind.DOUBLED_STEP,
          run.id(),
          "%s: attempts of %d steps are on record, not of %d"
              .formatted(subject(run), run.attempts().size(), leaves));
    }
  }

  private static String subject(Evidence.Run run) {
    return run.recipe() + " " + run.key();
  }
}
