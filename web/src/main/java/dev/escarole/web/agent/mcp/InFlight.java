package dev.escarole.web.agent.mcp;

import dev.escarole.engine.command.Cancellation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Running calls by session and request. Thread-safe. */
final class InFlight {

  private final Map<Key, Entry> entries = new ConcurrentHashMap<>();

  /**
   * Key of a call.
   *
   * @param request the client's id: a string or a number
   */
  record Key(String session, Object request) {

    /** Normalizes numbers of different types. */
    Key {
      request = request instanceof Number number ? number.longValue() : request;
    }
  }

  /** One call. */
  static final class Entry {
    private final Cancellation cancellation = new Cancellation();
    private volatile boolean unwanted;

    Cancellation cancellation() {
      return cancellation;
    }

    /** Whether the client has cancelled the call. */
    boolean unwanted() {
      return unwanted;
    }
  }

  Entry begin(Key key) {
    Entry entry = new Entry();
    entries.put(key, entry);
    return entry;
  }

  void end(Key key, Entry entry) {
    entries.remove(key, entry);
  }

  /** Cancels a call; has no effect after its end. */
  void cancel(Key key) {
    Entry entry = entries.get(key);
    if (entry != null) {
      entry.unwanted = true;
      entry.cancellation.cancel();
    }
  }
}
