package dev.escarole.engine.store.database;

import javax.sql.DataSource;

/** Connections for tests, past the store. */
public final class OwnConnections {

  private OwnConnections() {}

  /** Those of the owner of a database of H2. */
  public static DataSource owner(StoreOptions options) {
    return H2Connections.owner(options);
  }

  /** The address of a server for its driver, with user and password. */
  public static String jdbcUrl(String address) {
    DatabaseAddress database = DatabaseAddress.of(address);
    return database.url() + "&user=" + database.user() + "&password=" + database.password();
  }
}
