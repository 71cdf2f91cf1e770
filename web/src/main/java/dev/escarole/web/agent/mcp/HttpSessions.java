package dev.escarole.web.agent.mcp;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whose session is whose, over HTTP. Ids of sessions are not secrets, so knowing one must not be
 * enough to use or to end it. Safe for use by many threads.
 */
final class HttpSessions {

  /** How long a session may be silent; the library forgets those that were. */
  static final Duration IDLE = Duration.ofMinutes(30);

  /** How many sessions a principal may have. */
  static final int MOST = 256;

  private final InstantSource clock;

  /** Guarded by this. */
  private final Map<String, Session> sessions = new HashMap<>();

  private record Session(String principal, long lastUse) {}

  HttpSessions(InstantSource clock) {
    this.clock = clock;
  }

  /** Whether a principal may begin another session. */
  synchronized boolean hasRoom(String principal) {
    long oldest = clock.millis() - IDLE.toMillis();
    sessions.values().removeIf(session -> session.lastUse < oldest);
    return sessions.values().stream().filter(each -> each.principal.equals(principal)).count()
        < MOST;
  }

  /** A principal has begun a session, or uses it again. */
  synchronized void used(String id, String principal) {
    sessions.put(id, new Session(principal, clock.millis()));
  }

  /** Whether a session is known and the principal's own. */
  synchronized boolean belongs(@Nullable String id, String principal) {
    Session session = id == null ? null : sessions.get(id);
    return session != null && session.principal.equals(principal);
  }

  synchronized void forget(String id) {
    sessions.remove(id);
  }
}
