package dev.escarole.engine;

import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.StepState;

/** Where a process is killed: the event is on record, and nothing after it has happened. */
enum CrashPoint {
  RUN_STORED(0),
  LEAF_STARTED(0),
  OUTPUT_STORED(1),
  STEP_COMMITTED(1),
  RECOVERY_RUNS(4),
  RETRY_WAITS(5),
  RETRY_BEGINS(5),
  DELAY_WAITS(6),
  JOIN_DECIDED(9),
  CANCEL_ASKED(0),
  RUN_ENDING(10);

  /**
   * A step, a group that succeeds on its second attempt after a recovery and a wait, a delay, a
   * join, an end. Each guest that must run once leaves a line in a file of its own.
   */
  private static final String RECIPE =
      """
      {"name": "%s", "template": [
        {"template": ["echo one", "tee -a /log/first"]},
        {"retry": 2, "retry_delay": %d,
         "recover": ["echo saved", "tee -a /log/recover"],
         "template": [{"failure": "branch", "template": "cat /log/recover"}]},
        {"delay": 300, "template": "tee -a /log/delayed"},
        {"parallel": true, "template": ["tee -a /log/a", "tee -a /log/b"]},
        "wc -l"]}
      """;

  /** Attempts that are on record there. */
  final int attempts;

  CrashPoint(int attempts) {
    this.attempts = attempts;
  }

  /** The recipe of this point's run, with its name. */
  String recipe() {
    // Waits are drawn, from nothing on: the point that needs one gets one in all but 1 of 5,001.
    return RECIPE.formatted(name(), this == RETRY_WAITS ? 5_000 : 200);
  }

  boolean isReachedBy(RunEvent event) {
    return switch (this) {
      case RUN_STORED -> event instanceof RunEvent.RunStarted;
      case LEAF_STARTED -> starts(event, "0.0.0", 1);
      case OUTPUT_STORED -> event instanceof RunEvent.AttemptEnded;
      case STEP_COMMITTED -> passes(event, "0.0.0", StepState.DONE);
      case RECOVERY_RUNS -> starts(event, "0.1.recover.1", 1);
      case RETRY_WAITS -> passes(event, "0.1", StepState.WAITING);
      case RETRY_BEGINS -> starts(event, "0.1.0", 2);
      case DELAY_WAITS -> passes(event, "0.2", StepState.DELAYED);
      case JOIN_DECIDED -> event instanceof RunEvent.JoinDecided;
      case CANCEL_ASKED -> event instanceof RunEvent.CancelAsked;
      case RUN_ENDING -> passes(event, "0", StepState.DONE);
    };
  }

  static boolean starts(RunEvent event, String path, int attempt) {
    return event instanceof RunEvent.AttemptStarted start
        && start.step().path().equals(path)
        && start.attempt() == attempt;
  }

  private static boolean passes(RunEvent event, String path, StepState state) {
    return event instanceof RunEvent.StepChanged change
        && change.step().path().equals(path)
        && change.state() == state;
  }
}
