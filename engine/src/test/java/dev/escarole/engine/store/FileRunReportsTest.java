package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.store.database.StoreOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract, held by H2 in a file. */
class FileRunReportsTest extends RunReportsContract {

  @TempDir private Path directory;

  @Override
  StoreOptions options() {
    return StoreOptions.file(directory);
  }

  @Test
  void a_database_in_a_file_says_its_size() {
    try (RunStore other = RunStore.open(StoreOptions.file(directory.resolve("other")))) {
      assertThat(other.facts().bytes()).isPositive();
    }
  }
}
