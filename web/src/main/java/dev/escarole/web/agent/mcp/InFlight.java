package dev.escarole.web.agent.mcp;

import dev.escarole.engine.command.Cancellation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Running calls by session and request. Thread-safe. */
final class InFlight {

  private final Map<Key, Entry> entries = new ConcurrentHashMap<>();

  /**
   * Key of a call.
   *
   * @param request the client's id: a string or a number
   */
  record Key(String session, Object request) {

    Key {
      request = request instanceof Number number ? number.longValue() : request;
    }
  }

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

  /**
   * Cancels the call that a client names; has no effect after its end.
   *
   * @param params of its notification
   */
  void cancel(String session, @Nullable Object params) {
    Entry entry =
        params instanceof Map<?, ?> map && map.get("requestId") != null
            ? entries.get(new Key(session, map.get("requestId")))
            : null;
    if (entry != null) {
      entry.unwanted = true;
      entry.cancellation.cancel();
    }
  }
}
