package dev.escarole.engine.store;

/** The contract, held by H2 in memory. */
class MemoryRunStoreTest extends RunStoreContract {

  @Override
  StoreOptions options() {
    return StoreOptions.memory();
  }
}
