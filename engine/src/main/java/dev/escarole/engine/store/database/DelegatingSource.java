package dev.escarole.engine.store.database;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A source whose connections another one gives. */
abstract class DelegatingSource implements DataSource {

  private final DataSource source;

  DelegatingSource(DataSource source) {
    this.source = source;
  }

  @Override
  public final Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the user is fixed");
  }

  @Override
  public final PrintWriter getLogWriter() throws SQLException {
    return source.getLogWriter();
  }

  @Override
  public final void setLogWriter(PrintWriter out) throws SQLException {
    source.setLogWriter(out);
  }

  @Override
  public final void setLoginTimeout(int seconds) throws SQLException {
    source.setLoginTimeout(seconds);
  }

  @Override
  public final int getLoginTimeout() throws SQLException {
    return source.getLoginTimeout();
  }

  @Override
  public final Logger getParentLogger() {
    return Logger.getLogger(Logger.GLOBAL_LOGGER_NAME);
  }

  @Override
  public final <T> T unwrap(Class<T> type) throws SQLException {
    return source.unwrap(type);
  }

  @Override
  public final boolean isWrapperFor(Class<?> type) throws SQLException {
    return source.isWrapperFor(type);
  }
}
