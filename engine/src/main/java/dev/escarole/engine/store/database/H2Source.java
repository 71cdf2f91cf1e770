package dev.escarole.engine.store.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.security.SHA256;

/**
 * Connections to an H2 database as a user who can only read and write rows: it can neither create
 * objects nor call Java code. The owner opens the database, as its settings need the owner's
 * rights, and creates that user.
 *
 * <p>Thread-safe.
 */
final class H2Source extends DelegatingSource {

  /** H2 stores user names in upper case. */
  private static final String USER = "ESCAROLE_ROWS";

  private static final String PASSWORD = "";

  /**
   * The same in every database; the password does not protect against anyone who can read the file.
   */
  private static final byte[] SALT = new byte[8];

  private static final String MAKE_USER =
      "create user if not exists \"%s\" salt '%s' hash '%s'"
          .formatted(USER, HexFormat.of().formatHex(SALT), HexFormat.of().formatHex(hash()));

  /** For all current and future tables. */
  private static final String GRANT =
      "grant select, insert, update, delete on schema \"public\" to \"%s\"".formatted(USER);

  /** H2 lists names in the case of the connection. */
  private static final String GRANTED =
      "select 1 from information_schema.rights where upper(grantee) = '%s'".formatted(USER);

  private final DataSource owner;
  private final JdbcDataSource rows;

  /**
   * Creates a source.
   *
   * @param owner opens the database with all its settings
   * @param url the address, with settings that need no rights
   */
  H2Source(DataSource owner, String url) {
    this(owner, rows(url));
  }

  private H2Source(DataSource owner, JdbcDataSource rows) {
    super(rows);
    this.owner = owner;
    this.rows = rows;
  }

  private static JdbcDataSource rows(String url) {
    JdbcDataSource rows = new JdbcDataSource();
    rows.setURL(url);
    rows.setUser(USER);
    rows.setPassword(PASSWORD);
    return rows;
  }

  private static byte[] hash() {
    return SHA256.getHashWithSalt(SHA256.getKeyPasswordHash(USER, PASSWORD.toCharArray()), SALT);
  }

  @Override
  @SuppressWarnings("try") // The owner's connection keeps the database open.
  public Connection getConnection() throws SQLException {
    try (Connection opened = owner.getConnection()) {
      if (!isGranted(opened)) {
        try (Statement statement = opened.createStatement()) {
          statement.execute(MAKE_USER);
          statement.execute(GRANT);
        }
      }
      return rows.getConnection();
    }
  }

  /** Whether the user is there already: making it writes to the file each time. */
  static boolean isGranted(Connection owner) throws SQLException {
    try (Statement statement = owner.createStatement();
        ResultSet granted = statement.executeQuery(GRANTED)) {
      return granted.next();
    }
  }
}
