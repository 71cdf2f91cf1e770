package dev.escarole.engine.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Stands between the store and its database: commits can be counted, held up, and made to fail. */
public final class FaultyDatabase {

  final AtomicInteger commits = new AtomicInteger();
  public final AtomicInteger failuresToCome = new AtomicInteger();
  final CountDownLatch failed = new CountDownLatch(1);

  /** Statements that begin so are refused because of their data. */
  public volatile String refused = "nothing";

  /** Commits wait for this one. */
  public volatile CountDownLatch gate = new CountDownLatch(0);

  /** Called before each commit, by its thread, which it may delay. */
  volatile Runnable beforeEach = () -> {};

  /** A commit has come to the gate. */
  public volatile CountDownLatch atGate = new CountDownLatch(0);

  public DataSource border(DataSource real) {
    return proxy(
        DataSource.class,
        real,
        (method, result) -> result instanceof Connection connection ? faulty(connection) : result);
  }

  private Connection faulty(Connection real) {
    return proxy(Connection.class, real, (method, result) -> result);
  }

  private <T> T proxy(Class<T> type, T real, After after) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) -> {
              if (method.getName().equals("commit")) {
                beforeCommit();
              }
              if (args != null && args[0] instanceof String sql && sql.startsWith(refused)) {
                throw new SQLException("value too long", "22001");
              }
              try {
                return after.apply(method, method.invoke(real, args));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
    return type.cast(proxy);
  }

  private void beforeCommit() throws SQLException, InterruptedException {
    beforeEach.run();
    atGate.countDown();
    gate.await();
    if (failuresToCome.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      failed.countDown();
      throw new SQLException("the network is down", "08006");
    }
    commits.incrementAndGet();
  }

  private interface After {
    Object apply(Method method, Object result);
  }
}
