package dev.escarole.engine.store;

import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.engine.store.output.FaultyOutputs;
import dev.escarole.engine.store.output.OutputPlace;

/** Large outputs beside PostgreSQL. */
class PostgresOutputsTest extends OutputsContract {

  private final String database = Postgres.newDatabase();

  @Override
  StoreOptions options() {
    return StoreOptions.at(database);
  }

  @Override
  RunStore open2() {
    String address = FaultyOutputs.address(directory.resolve("outputs"));
    return RunStore.open(options().withOutputs(new OutputPlace(address, 2000)));
  }
}
