package dev.escarole.web.agent.mcp;

import dev.escarole.web.agent.acli.Cancellation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The calls that are being answered, by session and request. Safe for use by many threads. */
final class InFlight {

  private final Map<Key, Entry> entries = new ConcurrentHashMap<>();

  /**
   * Which call.
   *
   * @param request the id that the client gave it: a text or a number
   */
  record Key(String session, Object request) {

    /** Numbers are the same however wide they were read. */
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

    /** Whether the client does not want an answer any more. */
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

  /** The client gives up a call; has no effect on one that is over. */
  void cancel(Key key) {
    Entry entry = entries.get(key);
    if (entry != null) {
      entry.unwanted = true;
      entry.cancellation.cancel();
    }
  }
}
