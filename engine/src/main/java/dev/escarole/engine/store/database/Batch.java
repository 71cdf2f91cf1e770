package dev.escarole.engine.store.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A statement for many rows with positional values, for everything that is written per step: named
 * values cost more than sending them. Confined to one thread.
 */
public final class Batch implements AutoCloseable {

  private static final int MOST_ROWS = 1000;
  private static final String KEY = "number";

  private final PreparedStatement statement;
  private int column;
  private int rows;

  private Batch(PreparedStatement statement) {
    this.statement = statement;
  }

  public static Batch of(Connection connection, String sql) throws SQLException {
    return new Batch(connection.prepareStatement(sql));
  }

  /**
   * Prepares a statement that inserts one row and returns its number.
   *
   * @see #key
   */
  public static Batch withKey(Connection connection, String sql) throws SQLException {
    return new Batch(connection.prepareStatement(sql, new String[] {KEY}));
  }

  public Batch text(@Nullable String value) throws SQLException {
    statement.setString(++column, value);
    return this;
  }

  public Batch number(long value) throws SQLException {
    statement.setLong(++column, value);
    return this;
  }

  public Batch number(int value) throws SQLException {
    statement.setInt(++column, value);
    return this;
  }

  public Batch number(@Nullable Integer value) throws SQLException {
    if (value == null) {
      statement.setNull(++column, Types.INTEGER);
      return this;
    }
    return number(value.intValue());
  }

  public Batch number(@Nullable Long value) throws SQLException {
    if (value == null) {
      statement.setNull(++column, Types.BIGINT);
      return this;
    }
    return number(value.longValue());
  }

  public Batch flag(boolean value) throws SQLException {
    statement.setBoolean(++column, value);
    return this;
  }

  public Batch bytes(byte @Nullable [] value) throws SQLException {
    statement.setBytes(++column, value);
    return this;
  }

  /** Ends a row. */
  public void add() throws SQLException {
    statement.addBatch();
    column = 0;
    rows++;
    if (rows == MOST_ROWS) {
      send();
    }
  }

  /** Sends the pending rows. */
  public void send() throws SQLException {
    if (rows > 0) {
      statement.executeBatch();
      rows = 0;
    }
  }

  /** Executes the statement once with the given values. */
  public void run() throws SQLException {
    statement.execute();
    column = 0;
  }

  /** Executes an update once with the given values; returns the number of affected rows. */
  public int change() throws SQLException {
    column = 0;
    return statement.executeUpdate();
  }

  /** Inserts one row with the given values and returns its number. */
  public long key() throws SQLException {
    change();
    try (ResultSet keys = statement.getGeneratedKeys()) {
      keys.next();
      return keys.getLong(KEY);
    }
  }

  /**
   * Executes a query once with the given values; returns the number in the first column of the
   * first row, if any.
   */
  public OptionalLong answer() throws SQLException {
    column = 0;
    try (ResultSet row = statement.executeQuery()) {
      return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
    }
  }

  /** Closes the statement; pending rows are dropped. */
  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
