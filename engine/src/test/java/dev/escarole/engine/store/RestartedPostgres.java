package dev.escarole.engine.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Random;
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
    return new RestartedPostgres(directory, builder(directory).setPort(quietPort()).start());
  }

  /**
   * A free port from below those that the system hands out: while the server is stopped, nobody is
   * given its port, neither another program nor a client that tries to reach it.
   */
  private static int quietPort() throws IOException {
    Random random = new Random();
    for (int i = 0; i < 1_000; i++) {
      int port = 15_000 + random.nextInt(15_000);
      try (ServerSocket free = new ServerSocket(port)) {
        return free.getLocalPort();
      } catch (BindException e) {
        // Somebody has it; there are others.
      }
    }
    throw new IOException("there is no free port from 15000 to 29999");
  }

  private static EmbeddedPostgres.Builder builder(Path directory) {
    return EmbeddedPostgres.builder()
        .setDataDirectory(directory)
        .setCleanDataDirectory(false)
        .setPGStartupWait(Duration.ofMinutes(2));
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

  /** Cuts every connection of an engine, as a network does. */
  public void cutConnections() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      statement.execute(
          "select pg_terminate_backend(pid) from pg_stat_activity"
              + " where application_name = 'escarole'");
    }
  }

  private String url() {
    return "jdbc:postgresql://localhost:%d/postgres?user=postgres".formatted(port);
  }

  /** Engines that show the server that they live. */
  public int engines() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
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
