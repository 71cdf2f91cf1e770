package dev.escarole.engine.store;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The journal on H2 in a file. */
class FileJournalTest extends JournalContract {

  private final Path directory;

  FileJournalTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Override
  StoreOptions options() {
    return StoreOptions.file(directory);
  }
}
