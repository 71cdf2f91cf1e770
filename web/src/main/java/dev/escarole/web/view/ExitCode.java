package dev.escarole.web.view;

import dev.escarole.engine.run.RunStatus;
import java.util.List;

/** The exit codes of the command line; a run's JSON names the one that it stands for. */
public enum ExitCode {
  /** The run is done, or degraded and nobody asked for more. */
  OK(0),
  /** The run failed, or Escarole itself did. */
  FAILED(1),
  /** Wrong usage, an invalid recipe or an invalid value; nothing ran. */
  USAGE(2),
  /** The run failed, and the first thing that failed in it was refused by policy. */
  DENIED(3),
  /** The run is degraded, and {@code --strict} asked for more. */
  DEGRADED(4),
  /** The run was cancelled. */
  CANCELLED(130);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** The exit code of a run that is over. */
  static ExitCode of(RunStatus status, List<FailureView> failures, boolean strict) {
    return switch (status) {
      case DONE -> OK;
      case DEGRADED -> strict ? DEGRADED : OK;
      case FAILED -> isDenied(failures) ? DENIED : FAILED;
      case CANCELLED -> CANCELLED;
      case RUNNING, INTERRUPTED ->
          throw new IllegalArgumentException("a run that is not over has no exit code");
    };
  }

  private static boolean isDenied(List<FailureView> failures) {
    return !failures.isEmpty() && failures.get(0).ending().isDenial();
  }
}
