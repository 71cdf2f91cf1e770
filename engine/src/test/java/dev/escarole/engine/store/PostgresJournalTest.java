package dev.escarole.engine.store;

import dev.escarole.engine.store.database.StoreOptions;

/** The journal on PostgreSQL. */
class PostgresJournalTest extends JournalContract {

  @Override
  StoreOptions options() {
    return StoreOptions.at(Postgres.newDatabase());
  }
}
