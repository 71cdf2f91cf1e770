package dev.escarole.engine.store;

import dev.escarole.engine.store.database.OwnConnections;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A real PostgreSQL server, one for the whole test JVM, as durable as an operator's. */
public final class Postgres {

  private static final AtomicInteger SCHEMAS = new AtomicInteger();

  private Postgres() {}

  /** Started when the first test asks for it; its process ends with the JVM. */
  private static final class Server {
    static final EmbeddedPostgres RUNNING = start();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on")
            .setPGStartupWait(Duration.ofMinutes(2))
            .start();
      } catch (IOException e) {
        throw new UncheckedIOException("the embedded PostgreSQL does not start", e);
      }
    }
  }

  /**
   * The address of a new, empty schema, which is to the store what a database is; a whole database
   * for each test would cost the server hundreds of files.
   */
  public static String newDatabase() {
    String name = "test_" + SCHEMAS.incrementAndGet();
    try (Connection connection = Server.RUNNING.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create schema " + name);
    } catch (SQLException e) {
      throw new IllegalStateException("no schema for a test", e);
    }
    return "postgresql://postgres:secret@localhost:%d/postgres?currentSchema=%s"
        .formatted(Server.RUNNING.getPort(), name);
  }

  /** The same for the driver itself. */
  public static String jdbcUrl(String address) {
    return OwnConnections.jdbcUrl(address);
  }
}
