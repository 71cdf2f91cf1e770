package dev.escarole.engine.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens to announcements of other engines on a connection of its own. While that is cut, nothing
 * is heard; when it is back, one announcement of each kind stands for all that were missed.
 * Thread-safe.
 */
final class PostgresListener implements Dialect.Closing {

  /** Of all engines of the database, whatever their schemas: hearing too much costs a query. */
  static final String CHANNEL = "escarole";

  private static final Logger LOG = LoggerFactory.getLogger(PostgresListener.class);

  /** How long the thread hears nothing of being closed. */
  private static final int TURN_MILLIS = 100;

  private static final long AGAIN_MILLIS = 1_000;

  private final Database database;
  private final Consumer<Topic> heard;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::listen, "escarole-listener");

  PostgresListener(Database database, Consumer<Topic> heard) {
    this.database = database;
    this.heard = heard;
    thread.setDaemon(true);
    thread.start();
  }

  private boolean isOpen() {
    return closed.getCount() > 0;
  }

  private void listen() {
    while (isOpen()) {
      try (Connection connection = database.connection()) {
        listen(connection);
      } catch (SQLException | StoreException e) {
        LOG.debug("Announcements are not heard at the moment", e);
        pause();
      }
    }
  }

  private void listen(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("listen " + CHANNEL);
      for (Topic topic : Topic.values()) {
        heard.accept(topic);
      }
      PGConnection session = connection.unwrap(PGConnection.class);
      while (isOpen()) {
        PGNotification[] notices = session.getNotifications(TURN_MILLIS);
        if (notices != null && notices.length > 0) {
          tell(notices);
        }
      }
      statement.execute("unlisten " + CHANNEL);
    }
  }

  /** Those that came together are one of each kind. */
  private void tell(PGNotification[] notices) {
    Set<String> words =
        Arrays.stream(notices).map(PGNotification::getParameter).collect(Collectors.toSet());
    for (Topic topic : Topic.values()) {
      if (words.contains(topic.word())) {
        heard.accept(topic);
      }
    }
  }

  private void pause() {
    try {
      boolean unused = closed.await(AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      closed.countDown();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join(TimeUnit.MINUTES.toMillis(1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
