package dev.escarole.engine.store;

import dev.escarole.engine.store.database.StoreOptions;

/** The contract, held by H2 in memory. */
class MemoryRecipeReportsTest extends RecipeReportsContract {

  @Override
  StoreOptions options() {
    return StoreOptions.memory();
  }
}
