package dev.escarole.web.access;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sessions of people who showed a token on the login page. They live in memory, so they end
 * with the server; one ends by itself {@link #LASTS} after it began. Thread-safe.
 */
final class Sessions {

  static final Duration LASTS = Duration.ofHours(12);

  /** More are not kept: the oldest goes. */
  static final int MOST = 10_000;

  private static final int ID_BYTES = 32;

  private final SecureRandom random = new SecureRandom();
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();
  private final InstantSource clock;

  Sessions(InstantSource clock) {
    this.clock = clock;
  }

  private record Session(Token token, long endsAtMillis) {}

  /** Begins a session and returns its id, a secret. */
  String begin(Token token) {
    long now = clock.millis();
    sessions.values().removeIf(session -> session.endsAtMillis() <= now);
    if (sessions.size() >= MOST) {
      sessions.entrySet().stream()
          .min(Comparator.comparingLong(entry -> entry.getValue().endsAtMillis()))
          .ifPresent(oldest -> sessions.remove(oldest.getKey()));
    }
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    sessions.put(TokenFile.hash(id), new Session(token, now + LASTS.toMillis()));
    return id;
  }

  /** The token that began a session, if the session lasts. */
  Optional<Token> token(String id) {
    Session session = sessions.get(TokenFile.hash(id));
    return session == null || session.endsAtMillis() <= clock.millis()
        ? Optional.empty()
        : Optional.of(session.token());
  }

  void end(String id) {
    sessions.remove(TokenFile.hash(id));
  }
}
