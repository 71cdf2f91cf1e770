package dev.escarole.web.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.command.UnsafeFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of users who signed in. They are kept in a file that only its owner can read, by the
 * SHA-256 of their ids, so they survive a restart. A session expires after {@link #LASTS}, and is
 * remembered as expired for {@link #REMEMBERED}. Thread-safe.
 */
public final class Sessions {

  static final Duration LASTS = Duration.ofHours(12);
  static final Duration REMEMBERED = Duration.ofDays(7);

  /** Limit for one token; beyond it, its oldest session is dropped. */
  static final int MOST_OF_ONE_TOKEN = 100;

  /** Limit for all; beyond it, the oldest session is dropped. */
  static final int MOST = 10_000;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

  private final Map<String, Session> sessions = new LinkedHashMap<>();
  private final @Nullable Path file;
  private final InstantSource clock;

  /**
   * Loads the sessions of a file. If it cannot be read, users sign in again.
   *
   * @param file null if the sessions end with the server
   */
  public Sessions(@Nullable Path file, InstantSource clock) {
    this.file = file;
    this.clock = clock;
    if (file != null) {
      read(file);
    }
  }

  /** A session, and the SHA-256 of the token that began it. */
  private record Session(String token, long endsAtMillis) {}

  /** Starts a session and returns its id, a secret. */
  synchronized String begin(Token token) {
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
    write();
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
    return Optional.ofNullable(sessions.get(TokenFile.hash(id)))
        .filter(each -> each.endsAtMillis() > clock.millis())
        .map(Session::token);
  }

  /** The SHA-256 of the token of a session, expired or not. */
  synchronized Optional<String> formerToken(String id) {
    long since = clock.millis() - REMEMBERED.toMillis();
    return Optional.ofNullable(sessions.get(TokenFile.hash(id)))
        .filter(each -> each.endsAtMillis() > since)
        .map(Session::token);
  }

  synchronized void end(String id) {
    if (sessions.remove(TokenFile.hash(id)) != null) {
      write();
    }
  }

  private void read(Path from) {
    try {
      PrivateFiles.checkSecret(from);
      for (JsonNode each : JSON.readTree(Files.readString(from)).path("sessions")) {
        sessions.put(
            each.path("sha256").asText(),
            new Session(each.path("token").asText(), each.path("endsAt").asLong()));
      }
    } catch (UnsafeFileException e) {
      LOG.warn("Earlier sessions are not loaded: {}", e.getMessage());
    } catch (NoSuchFileException e) {
      LOG.debug("no sessions yet", e);
    } catch (JsonProcessingException e) {
      LOG.warn("The sessions in {} are not loaded: the file is malformed", from);
    } catch (IOException e) {
      LOG.warn("The sessions in {} are not loaded: {}", from, e.getMessage());
    }
  }

  private void write() {
    if (file == null) {
      return;
    }
    ObjectNode document = JSON.createObjectNode();
    ArrayNode array = document.putArray("sessions");
    sessions.forEach(
        (sha256, each) ->
            array
                .addObject()
                .put("sha256", sha256)
                .put("token", each.token())
                .put("endsAt", each.endsAtMillis()));
    try {
      PrivateFiles.replace(file, document.toPrettyString() + "\n");
    } catch (IOException e) {
      LOG.warn("The sessions cannot be saved in {}: {}", file, e.getMessage());
    }
  }
}
