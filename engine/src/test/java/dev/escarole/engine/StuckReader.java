package dev.escarole.engine;

import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.StoreOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;

/**
 * A process that reads from H2 when H2 has lost count of who uses it, which happens when a failed
 * write closes it under a statement. It says what came of that.
 */
final class StuckReader {

  private StuckReader() {}

  /**
   * @param args the data directory
   */
  public static void main(String[] args) throws Exception {
    StoreOptions options = StoreOptions.file(Path.of(args[0]));
    // The same database as that of the store, which opens it in this way.
    String url = options.url().replace("jdbc:h2:", "jdbc:h2:retry:");
    RunStore store = RunStore.open(options);
    System.out.println("assertions " + (StuckReader.class.desiredAssertionStatus() ? "on" : "off"));
    try (Connection connection = DriverManager.getConnection(url)) {
      loseCount(connection);
      System.out.println("read " + store.records().runs(RunQuery.latest(1)).size() + " runs");
    } catch (StoreException e) {
      System.out.println((e.isTransient() ? "transient: " : "permanent: ") + e.getMessage());
    }
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  /** Takes a use back more often than it was registered, as threads do that close one together. */
  private static void loseCount(Connection connection) throws ReflectiveOperationException {
    Object session = call(connection, "getSession");
    Object store = call(call(call(session, "getDatabase"), "getStore"), "getMvStore");
    Object use = call(store, "registerVersionUsage");
    Class<?> type = Class.forName("org.h2.mvstore.MVStore$TxCounter");
    for (int i = 0; i < 9; i++) {
      store.getClass().getMethod("deregisterVersionUsage", type).invoke(store, use);
    }
  }

  private static Object call(Object target, String method) throws ReflectiveOperationException {
    return target.getClass().getMethod(method).invoke(target);
  }
}
