package dev.escarole.samples.bench.cluster;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.SQLException;

/** Makes empty databases in one server. Not thread-safe. */
final class Places {

  private final EmbeddedPostgres postgres;
  private final Path directory;
  private int count;

  Places(EmbeddedPostgres postgres, Path directory) {
    this.postgres = postgres;
    this.directory = directory;
  }

  /** Where nodes keep what they have, whichever database they use. */
  Path directory() {
    return directory;
  }

  Place next() throws SQLException {
    String name = "bench" + ++count;
    String url = postgres.getJdbcUrl("postgres", "postgres");
    new Place(url, directory).execute("create database " + name);
    return new Place(postgres.getJdbcUrl("postgres", name), directory.resolve(name));
  }
}
