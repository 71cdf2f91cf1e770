package dev.escarole.engine.store;

/** The contract, held by PostgreSQL. */
class PostgresRunReportsTest extends RunReportsContract {

  @Override
  StoreOptions options() {
    return StoreOptions.at(Postgres.newDatabase());
  }
}
