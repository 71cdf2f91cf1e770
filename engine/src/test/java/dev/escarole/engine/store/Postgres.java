package dev.escarole.engine.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** A real PostgreSQL server, one for the whole test JVM, as durable as an operator's. */
public final class Postgres {

  private static final AtomicInteger DATABASES = new AtomicInteger();

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
            .start();
      } catch (IOException e) {
        throw new UncheckedIOException("the embedded PostgreSQL does not start", e);
      }
    }
  }

  /** The address of a new, empty database. */
  public static String newDatabase() {
    String name = "test_" + DATABASES.incrementAndGet();
    try (Connection connection = Server.RUNNING.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
    } catch (SQLException e) {
      throw new IllegalStateException("no database for a test", e);
    }
    return "postgresql://postgres:secret@localhost:%d/%s".formatted(Server.RUNNING.getPort(), name);
  }

  /** The same for the driver itself. */
  static String jdbcUrl(String address) {
    DatabaseAddress database = DatabaseAddress.of(address);
    return database.url() + "?user=" + database.user() + "&password=" + database.password();
  }
}
