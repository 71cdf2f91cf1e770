package dev.escarole.engine.store.database;

import dev.escarole.engine.store.database.Dialect.Dialects;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/** Kinds of database failures. */
public enum FailureKind {

  /** The database is unreachable, full or busy: a retry may succeed. */
  TRANSIENT,

  /** The work is impossible with this data or schema: a retry will fail again. */
  PERMANENT;

  /** Prefixes of transient SQL states of all databases: connections, conflicts. */
  private static final Set<String> TRANSIENT_STATES = Set.of("08", "40");

  public static FailureKind of(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      // H2 reports a general error when a checkpoint cannot be written.
      boolean exhausted = t instanceof OutOfMemoryError || t instanceof IOException;
      if (exhausted || isClosing(t) || (t instanceof SQLException sql && isTransient(sql))) {
        return TRANSIENT;
      }
    }
    return PERMANENT;
  }

  /** Whether the failure means that the database is being closed while in use. */
  static boolean isClosing(Throwable thrown) {
    return Dialects.ALL.stream().anyMatch(dialect -> dialect.isClosing(thrown));
  }

  private static boolean isTransient(SQLException thrown) {
    if (thrown instanceof SQLTransientException || thrown instanceof SQLRecoverableException) {
      return true;
    }
    String state = thrown.getSQLState();
    return (state != null && TRANSIENT_STATES.stream().anyMatch(state::startsWith))
        || Dialects.ALL.stream().anyMatch(dialect -> dialect.isTransient(thrown));
  }
}
