package dev.escarole.web.access;

import dev.escarole.web.access.SessionFile.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of users who signed in. They are kept in a file by the SHA-256 of their ids, so they
 * survive a restart, and hold for all servers of a data directory. A session expires after {@link
 * #LASTS}, and is remembered as expired for {@link #REMEMBERED}. Thread-safe.
 */
public final class Sessions {

  static final Duration LASTS = Duration.ofHours(12);
  static final Duration REMEMBERED = Duration.ofDays(7);

  /** Limit for one token; beyond it, its oldest session is dropped. */
  static final int MOST_OF_ONE_TOKEN = 100;

  /** Limit for all; beyond it, the oldest session is dropped. */
  static final int MOST = 10_000;

  private final Map<String, Session> sessions = new LinkedHashMap<>();
  private final @Nullable SessionFile file;
  private final InstantSource clock;

  /**
   * Loads the sessions of a file. If it cannot be read, users sign in again.
   *
   * @param file null if the sessions end with the server
   */
  public Sessions(@Nullable Path file, InstantSource clock) {
    this.file = file == null ? null : new SessionFile(file);
    this.clock = clock;
    refresh();
  }

  /** Another server may have begun or ended some. */
  private void refresh() {
    if (file != null) {
      file.readIfChanged(sessions);
    }
  }

  private <T extends @Nullable Object> T changed(Supplier<T> change) {
    SessionFile kept = file;
    if (kept == null) {
      return change.get();
    }
    return kept.alone(
        () -> {
          kept.readIfChanged(sessions);
          T result = change.get();
          kept.write(sessions);
          return result;
        });
  }

  /** Starts a session and returns its id, a secret. */
  synchronized String begin(Token token) {
    return changed(() -> begun(token));
  }

  private String begun(Token token) {
    long now = clock.millis();
    sessions.values().removeIf(each -> each.endsAtMillis() + REMEMBERED.toMillis() <= now);
    long own = sessions.values().stream().filter(each -> isOf(each, token)).count();
    if (own >= MOST_OF_ONE_TOKEN) {
      removeOldest(token);
    } else if (sessions.size() >= MOST) {
      removeOldest(null);
    }
    String id = TokenFile.random();
    sessions.put(TokenFile.hash(id), new Session(token.sha256(), now + LASTS.toMillis()));
    return id;
  }

  private void removeOldest(@Nullable Token token) {
    sessions.entrySet().stream()
        .filter(each -> token == null || isOf(each.getValue(), token))
        .min(Comparator.comparingLong(each -> each.getValue().endsAtMillis()))
        .map(Map.Entry::getKey)
        .ifPresent(sessions::remove);
  }

  private static boolean isOf(Session session, Token token) {
    return session.token().equals(token.sha256());
  }

  /** The SHA-256 of the token of a session that has not expired. */
  synchronized Optional<String> token(String id) {
    refresh();
    return Optional.ofNullable(sessions.get(TokenFile.hash(id)))
        .filter(each -> each.endsAtMillis() > clock.millis())
        .map(Session::token);
  }

  /** The SHA-256 of the token of a session, expired or not. */
  synchronized Optional<String> formerToken(String id) {
    refresh();
    long since = clock.millis() - REMEMBERED.toMillis();
    return Optional.ofNullable(sessions.get(TokenFile.hash(id)))
        .filter(each -> each.endsAtMillis() > since)
        .map(Session::token);
  }

  synchronized void end(String id) {
    if (sessions.containsKey(TokenFile.hash(id))) {
      Session unused = changed(() -> sessions.remove(TokenFile.hash(id)));
    }
  }
}
