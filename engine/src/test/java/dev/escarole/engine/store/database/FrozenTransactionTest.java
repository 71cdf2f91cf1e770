package dev.escarole.engine.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.store.Postgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process stands still in the middle of a transaction. */
@Timeout(120)
class FrozenTransactionTest {

  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch thawed = new CountDownLatch(1);

  @Test
  void its_locks_do_not_keep_the_others_out_and_it_tries_again() throws Exception {
    StoreOptions options = StoreOptions.at(DatabaseAddress.of(Postgres.newDatabase()));
    try (Database one = Database.open(options, UnaryOperator.identity());
        Database two = Database.open(options, UnaryOperator.identity())) {
      CompletableFuture<Boolean> frozen =
          CompletableFuture.supplyAsync(() -> one.transact("hold a table", this::freeze));
      held.await();
      assertThat(two.transact("take the table", FrozenTransactionTest::take)).isTrue();
      thawed.countDown();
      assertThat(frozen)
          .failsWithin(60, TimeUnit.SECONDS)
          .withThrowableOfType(ExecutionException.class)
          .havingCause()
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.isTransient()).as(e.getMessage()).isTrue());
      assertThat(one.transact("take the table", FrozenTransactionTest::take)).isTrue();
    }
  }

  private boolean freeze(Connection connection) throws SQLException {
    boolean taken = take(connection);
    held.countDown();
    try {
      thawed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return taken && take(connection);
  }

  private static boolean take(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("lock table engine in exclusive mode");
      return true;
    }
  }
}
