package dev.escarole.engine.store;

import dev.escarole.engine.store.database.StoreOptions;
import org.jspecify.annotations.Nullable;

/** Large outputs beside an H2 database in a file. */
class FileOutputsTest extends OutputsContract {

  @Override
  StoreOptions options() {
    return StoreOptions.file(directory.resolve("data"));
  }

  @Override
  @Nullable RunStore open2() {
    return null;
  }
}
