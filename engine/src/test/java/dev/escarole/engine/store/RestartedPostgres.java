package dev.escarole.engine.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL server of one's own that can be stopped and started again, as an operator does. */
public final class RestartedPostgres implements AutoCloseable {

  private final Path directory;
  private final int port;
  private @Nullable EmbeddedPostgres running;

  private RestartedPostgres(Path directory, EmbeddedPostgres running) {
    this.directory = directory;
    this.port = running.getPort();
    this.running = running;
  }

  /** Makes a server with its data in this directory and starts it. */
  public static RestartedPostgres start(Path directory) throws IOException {
    return new RestartedPostgres(directory, builder(directory).start());
  }

  private static EmbeddedPostgres.Builder builder(Path directory) {
    return EmbeddedPostgres.builder().setDataDirectory(directory).setCleanDataDirectory(false);
  }

  public String address() {
    return "postgresql://postgres:secret@localhost:%d/postgres".formatted(port);
  }

  /** Stops the server; every connection is cut. */
  public void stop() throws IOException {
    if (running != null) {
      running.close();
      running = null;
    }
  }

  /** Starts it again at the same address with the same data. */
  public void startAgain() throws IOException {
    running = builder(directory).setPort(port).start();
  }

  /** Engines that show the server that they live. */
  public int engines() throws SQLException {
    String url = "jdbc:postgresql://localhost:%d/postgres?user=postgres".formatted(port);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("select count(*) from pg_locks where locktype = 'advisory'")) {
      row.next();
      return row.getInt(1);
    }
  }

  @Override
  public void close() throws IOException {
    stop();
  }
}
