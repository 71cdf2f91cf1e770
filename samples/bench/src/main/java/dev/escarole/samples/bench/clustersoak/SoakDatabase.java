package dev.escarole.samples.bench.clustersoak;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A PostgreSQL server of its own that can be shut down at once and started again. It commits
 * synchronously and with fsync, so that nothing that was committed may be lost. Not thread-safe.
 */
final class SoakDatabase implements AutoCloseable {

  private static final String USER = "postgres";

  private final Path directory;
  private final int port;
  private EmbeddedPostgres running;

  private SoakDatabase(Path directory, EmbeddedPostgres running) {
    this.directory = directory;
    this.port = running.getPort();
    this.running = running;
  }

  static SoakDatabase start(Path directory) throws IOException {
    return new SoakDatabase(directory, builder(directory).setPort(quietPort()).start());
  }

  private static EmbeddedPostgres.Builder builder(Path directory) {
    return EmbeddedPostgres.builder()
        .setDataDirectory(directory)
        .setCleanDataDirectory(false)
        .setServerConfig("fsync", "on")
        .setServerConfig("synchronous_commit", "on")
        .setPGStartupWait(Duration.ofMinutes(2));
  }

  /** A free port from below those that the system hands out: nobody takes it during a restart. */
  private static int quietPort() throws IOException {
    Random random = new Random();
    for (int i = 0; i < 1_000; i++) {
      try (ServerSocket free = new ServerSocket(15_000 + random.nextInt(15_000))) {
        return free.getLocalPort();
      } catch (BindException e) {
        // Somebody has it; there are others.
      }
    }
    throw new IOException("there is no free port from 15000 to 29999");
  }

  /** The address for {@code escarole serve}. */
  String address() {
    return "postgresql://%s:secret@localhost:%d/postgres".formatted(USER, port);
  }

  /** A new connection; the caller closes it. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://localhost:%d/postgres?user=%s".formatted(port, USER));
  }

  /** Shuts it down at once (SIGQUIT), as pg_ctl does with {@code -m immediate}. */
  void shutDownAtOnce() throws IOException, InterruptedException {
    // The started process may be one that changes the user.
    String pid = Files.readAllLines(directory.resolve("postmaster.pid")).get(0).strip();
    Signals.send("QUIT", Long.parseLong(pid));
    if (!running.getProcess().waitFor(1, TimeUnit.MINUTES)) {
      throw new IOException("PostgreSQL does not end");
    }
    running.close();
  }

  /** Starts it again at the same address with the same data. */
  void startAgain() throws IOException {
    running = builder(directory).setPort(port).start();
  }

  @Override
  public void close() throws IOException {
    running.close();
  }
}
