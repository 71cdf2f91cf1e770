package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaTest {

  @TempDir Path directory;

  @Test
  void the_newest_version_is_that_of_the_last_migration() throws IOException, URISyntaxException {
    URL migrations =
        Objects.requireNonNull(getClass().getClassLoader().getResource(Schema.MIGRATIONS));
    try (Stream<Path> files = Files.list(Path.of(migrations.toURI()))) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())).sorted().toList())
          .last()
          .asString()
          .startsWith("V" + Schema.NEWEST + "__");
    }
  }

  @Test
  void a_database_of_a_newer_version_is_refused_and_left_alone() throws SQLException {
    RunStore.open(StoreOptions.file(directory)).close();
    execute(
        "insert into flyway_schema_history (installed_rank, version, description, type, script,"
            + " checksum, installed_by, execution_time, success)"
            + " values (999, '999', 'later', 'SQL', 'V999__later.sql', 1, 'x', 1, true)");
    assertThatThrownBy(() -> RunStore.open(StoreOptions.file(directory)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("newer version");
  }

  @Test
  void a_migration_that_failed_is_not_taken_for_done() throws SQLException {
    RunStore.open(StoreOptions.file(directory)).close();
    execute("update flyway_schema_history set success = false");
    assertThatThrownBy(() -> RunStore.open(StoreOptions.file(directory)))
        .isInstanceOf(StoreException.class);
  }

  private void execute(String sql) throws SQLException {
    String url = StoreOptions.file(directory).url() + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
