package dev.escarole.engine.store;

/** The journal on PostgreSQL. */
class PostgresJournalTest extends JournalContract {

  @Override
  StoreOptions options() {
    return StoreOptions.at(Postgres.newDatabase());
  }
}
