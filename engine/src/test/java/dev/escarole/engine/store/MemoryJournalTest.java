package dev.escarole.engine.store;

/** The journal on H2 in memory. */
class MemoryJournalTest extends JournalContract {

  @Override
  StoreOptions options() {
    return StoreOptions.memory();
  }
}
