package dev.escarole.engine.store;

/** The contract, held by PostgreSQL. */
class PostgresRetentionTest extends RetentionContract {

  @Override
  StoreOptions options() {
    return StoreOptions.at(Postgres.newDatabase());
  }
}
