package dev.escarole.engine.store;

import dev.escarole.engine.store.database.StoreOptions;

/** The contract, held by PostgreSQL. */
class PostgresRecipeReportsTest extends RecipeReportsContract {

  @Override
  StoreOptions options() {
    return StoreOptions.at(Postgres.newDatabase());
  }
}
