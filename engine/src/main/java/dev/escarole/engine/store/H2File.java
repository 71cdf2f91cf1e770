package dev.escarole.engine.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.h2.engine.Session;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;

/** What SQL cannot tell H2 about its file. */
final class H2File {

  /** Parts of the file of which less than this is alive are written anew, in percent. */
  private static final int FILL = 90;

  /** What is written anew at once, in bytes: some milliseconds, in which nobody commits. */
  private static final int MOST_BYTES = 4 << 20;

  private H2File() {}

  /**
   * Writes a little of what is mostly dead anew, so that its place can be used again; H2 waits 45 s
   * before it does, and needs to be asked, as it has no thread for that here.
   *
   * @return whether anything was written
   */
  static boolean tidy(Connection connection) throws SQLException {
    Session session = connection.unwrap(JdbcConnection.class).getSession();
    if (!(session instanceof SessionLocal local)) {
      throw new IllegalStateException("BUG: H2 is not in this process");
    }
    return local.getDatabase().getStore().getMvStore().compact(FILL, MOST_BYTES);
  }
}
