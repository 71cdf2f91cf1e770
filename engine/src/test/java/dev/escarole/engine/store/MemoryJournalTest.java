package dev.escarole.engine.store;

import dev.escarole.engine.store.database.StoreOptions;

/** The journal on H2 in memory. */
class MemoryJournalTest extends JournalContract {

  @Override
  StoreOptions options() {
    return StoreOptions.memory();
  }
}
