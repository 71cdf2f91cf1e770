package dev.escarole.engine.store.database;

import dev.escarole.engine.store.database.Dialect.Closing;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What other engines announce, heard on one connection. Thread-safe. */
public final class Announcements {

  private final Database database;
  private final Map<Topic, Runnable> listeners = new EnumMap<>(Topic.class);
  private @Nullable Closing hearing;

  /** Hears nothing before somebody listens. */
  public Announcements(Database database) {
    this.database = database;
  }

  /** Calls this after each announcement of the topic; there is one listener for each. */
  public synchronized Closing listen(Topic topic, Runnable heard) {
    listeners.put(topic, heard);
    if (hearing == null) {
      hearing = database.listen(this::tell);
    }
    return () -> stop(topic);
  }

  private void tell(Topic topic) {
    Runnable listener;
    synchronized (this) {
      listener = listeners.get(topic);
    }
    if (listener != null) {
      listener.run();
    }
  }

  private void stop(Topic topic) {
    Closing ended = null;
    synchronized (this) {
      listeners.remove(topic);
      if (listeners.isEmpty()) {
        ended = hearing;
        hearing = null;
      }
    }
    if (ended != null) {
      ended.close();
    }
  }
}
