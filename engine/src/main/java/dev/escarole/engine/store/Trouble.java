package dev.escarole.engine.store;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/** What it means that work on the database failed. */
enum Trouble {

  /** The database is away, full or busy: the same work may succeed when it has come back. */
  PASSING,

  /** The work itself is not possible, with this data or this schema, however often it is tried. */
  REFUSED;

  /**
   * Beginnings of SQL states that waiting may mend: connections (08), conflicts with others (40,
   * 55P03), lack of room or memory (53), a server that stops or starts (57P), its files (58).
   */
  private static final Set<String> PASSING_STATES = Set.of("08", "40", "55P03", "53", "57P", "58");

  /**
   * H2 has codes of its own: object or database closed, held by another process, input or output
   * failed, connection broken, out of memory, lock not had in time, changed by somebody else.
   */
  private static final Set<Integer> PASSING_H2_CODES =
      Set.of(90007, 90020, 90028, 90031, 90067, 90098, 90108, 90121, 50200, 90131);

  static Trouble of(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      // H2 calls it a general error when its file cannot be written at a checkpoint.
      boolean lack = t instanceof OutOfMemoryError || t instanceof IOException;
      if (lack || isClosing(t) || (t instanceof SQLException sql && isPassing(sql))) {
        return PASSING;
      }
    }
    return REFUSED;
  }

  /**
   * Whether H2 has found that it is being closed under somebody who uses it: see {@link
   * Connections}. It is open again for the next one who asks.
   */
  static boolean isClosing(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    return thrown instanceof AssertionError
        && trace.length > 0
        && trace[0].getClassName().startsWith("org.h2.");
  }

  private static boolean isPassing(SQLException thrown) {
    if (thrown instanceof SQLTransientException || thrown instanceof SQLRecoverableException) {
      return true;
    }
    if (PASSING_H2_CODES.contains(thrown.getErrorCode())) {
      return true;
    }
    String state = thrown.getSQLState();
    return state != null && PASSING_STATES.stream().anyMatch(state::startsWith);
  }
}
