package dev.escarole.engine.store;

import dev.escarole.engine.store.database.StoreOptions;

/** The contract, held by PostgreSQL. */
class PostgresRunStoreTest extends RunStoreContract {

  @Override
  StoreOptions options() {
    return StoreOptions.at(Postgres.newDatabase());
  }
}
