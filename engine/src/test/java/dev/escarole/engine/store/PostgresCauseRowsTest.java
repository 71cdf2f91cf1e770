package dev.escarole.engine.store;

import dev.escarole.engine.store.database.StoreOptions;

/** The contract, held by PostgreSQL. */
class PostgresCauseRowsTest extends CauseRowsContract {

  @Override
  StoreOptions options() {
    return StoreOptions.at(Postgres.newDatabase());
  }
}
