package dev.escarole.engine.shell;

import dev.escarole.engine.shell.Shell.Session;
import dev.escarole.engine.shell.ShellError.Bound;
import java.time.Duration;

/** How long a line may still take. Immutable. */
final class LineClock {

  private final Session session;
  private final long deadline;

  /** Begins; the time runs from now on. */
  LineClock(Session session) {
    this.session = session;
    this.deadline = session.nanos().getAsLong() + session.options().lineClock().toNanos();
  }

  /** Returns what is left; never nothing. */
  Duration remaining() throws LineStopped {
    if (isOver()) {
      throw timedOut();
    }
    return Duration.ofNanos(left());
  }

  boolean isOver() {
    return left() <= 0;
  }

  /** Returns what is left in nanoseconds; 0 or less when the time is over. */
  long left() {
    return deadline - session.nanos().getAsLong();
  }

  LineStopped timedOut() {
    return LineStopped.limit(
        Bound.LINE_TIMED_OUT,
        "the line did not end within " + session.options().lineClock().toMillis() + " ms");
  }
}
