package dev.escarole.engine.store.database;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/** What it means that work on the database failed. */
public enum Trouble {

  /** The database is away, full or busy: the same work may succeed when it has come back. */
  PASSING,

  /** The work itself is not possible, with this data or this schema, however often it is tried. */
  REFUSED;

  /** Beginnings of SQL states that waiting may mend in any database: connections, conflicts. */
  private static final Set<String> PASSING_STATES = Set.of("08", "40");

  public static Trouble of(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      // H2 calls it a general error when its file cannot be written at a checkpoint.
      boolean lack = t instanceof OutOfMemoryError || t instanceof IOException;
      if (lack || isClosing(t) || (t instanceof SQLException sql && isPassing(sql))) {
        return PASSING;
      }
    }
    return REFUSED;
  }

  /** Whether a database has found that it is being closed while it is used. */
  static boolean isClosing(Throwable thrown) {
    return Dialects.ALL.stream().anyMatch(dialect -> dialect.isClosing(thrown));
  }

  private static boolean isPassing(SQLException thrown) {
    if (thrown instanceof SQLTransientException || thrown instanceof SQLRecoverableException) {
      return true;
    }
    String state = thrown.getSQLState();
    return (state != null && PASSING_STATES.stream().anyMatch(state::startsWith))
        || Dialects.ALL.stream().anyMatch(dialect -> dialect.isPassing(thrown));
  }
}
