package dev.escarole.web.agent.mcp;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Owners of HTTP sessions. Session ids are not secret, so knowing one is not sufficient to use or
 * end it. Thread-safe.
 */
final class HttpSessions {

  /** Idle timeout of sessions, as in the library. */
  static final Duration IDLE = Duration.ofMinutes(30);

  /** Maximum number of sessions per principal. */
  static final int MOST = 256;

  private final InstantSource clock;

  /** Guarded by this. */
  private final Map<String, Session> sessions = new HashMap<>();

  private record Session(String principal, long lastUse) {}

  HttpSessions(InstantSource clock) {
    this.clock = clock;
  }

  /** Returns whether a principal may start another session. */
  synchronized boolean hasRoom(String principal) {
    long oldest = clock.millis() - IDLE.toMillis();
    sessions.values().removeIf(session -> session.lastUse < oldest);
    return sessions.values().stream().filter(each -> each.principal.equals(principal)).count()
        < MOST;
  }

  /** Records that a principal has started or used a session. */
  synchronized void used(String id, String principal) {
    sessions.put(id, new Session(principal, clock.millis()));
  }

  /** Returns whether a session belongs to the principal. */
  synchronized boolean belongs(@Nullable String id, String principal) {
    Session session = id == null ? null : sessions.get(id);
    return session != null && session.principal.equals(principal);
  }

  synchronized void forget(String id) {
    sessions.remove(id);
  }
}
