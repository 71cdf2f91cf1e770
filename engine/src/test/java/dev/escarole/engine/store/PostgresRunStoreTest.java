package dev.escarole.engine.store;

/** The contract, held by PostgreSQL. */
class PostgresRunStoreTest extends RunStoreContract {

  @Override
  StoreOptions options() {
    return StoreOptions.at(Postgres.newDatabase());
  }
}
