package dev.escarole.spring;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A real PostgreSQL server, one for the whole test JVM. */
public final class PostgresServer {

  private static final AtomicInteger DATABASES = new AtomicInteger();

  private PostgresServer() {}

  /** Started when the first test asks for it; its process ends with the JVM. */
  private static final class Server {
    static final EmbeddedPostgres RUNNING = start();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(2)).start();
      } catch (IOException e) {
        throw new UncheckedIOException("the embedded PostgreSQL does not start", e);
      }
    }
  }

  /** The properties of an application that has a new, empty database. */
  public static String[] newDatabase() {
    String name = "application_" + DATABASES.incrementAndGet();
    try (Connection connection = Server.RUNNING.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
    } catch (SQLException e) {
      throw new IllegalStateException("no database for a test", e);
    }
    return new String[] {
      "spring.datasource.url=jdbc:postgresql://localhost:%d/%s"
          .formatted(Server.RUNNING.getPort(), name),
      "spring.datasource.username=postgres",
      "spring.datasource.password=secret",
      "escarole.use-data-source=true"
    };
  }
}
