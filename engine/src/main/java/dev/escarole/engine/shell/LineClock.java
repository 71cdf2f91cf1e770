package dev.escarole.engine.shell;

import dev.escarole.engine.shell.Shell.Session;
import dev.escarole.engine.shell.ShellError.Bound;
import java.time.Duration;

/** Remaining time of a line. Immutable. */
final class LineClock {

  private final Session session;
  private final long deadline;

  /** Starts the clock. */
  LineClock(Session session) {
    this.session = session;
    this.deadline = session.nanos().getAsLong() + session.options().lineClock().toNanos();
  }

  /** Returns the remaining time, which is positive. */
  Duration remaining() throws LineStopped {
    if (isOver()) {
      throw timedOut();
    }
    return Duration.ofNanos(left());
  }

  boolean isOver() {
    return left() <= 0;
  }

  /** Returns the remaining nanoseconds; 0 or less if the time is over. */
  long left() {
    return deadline - session.nanos().getAsLong();
  }

  LineStopped timedOut() {
    return LineStopped.limit(
        Bound.LINE_TIMED_OUT,
        "the line did not end within " + session.options().lineClock().toMillis() + " ms");
  }
}
