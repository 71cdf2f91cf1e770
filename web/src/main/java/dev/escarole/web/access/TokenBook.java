package dev.escarole.web.access;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens that count at the moment: a token that was created or revoked counts from the next
 * look at the file on, {@value #LOOK_EVERY_MILLIS} ms later at most. A file that cannot be read
 * leaves nobody in. Thread-safe.
 */
public final class TokenBook {

  static final long LOOK_EVERY_MILLIS = 500;
  private static final Logger LOG = LoggerFactory.getLogger(TokenBook.class);

  private final TokenFile file;
  private final InstantSource clock;
  private volatile List<Token> tokens;
  private volatile long lookedAt;

  /**
   * Opens the book.
   *
   * @throws TokenFileException if there is a file that cannot be used
   */
  public TokenBook(TokenFile file, InstantSource clock) {
    this.file = file;
    this.clock = clock;
    this.tokens = file.read();
    this.lookedAt = clock.millis();
  }

  /** The token with this secret, if there is one. */
  public Optional<Token> bySecret(String secret) {
    String hash = TokenFile.hash(secret);
    return present().stream().filter(token -> token.sha256().equals(hash)).findFirst();
  }

  /** Whether this very token still counts. */
  public boolean holds(Token token) {
    return present().contains(token);
  }

  private List<Token> present() {
    long now = clock.millis();
    if (Math.abs(now - lookedAt) >= LOOK_EVERY_MILLIS) {
      lookedAt = now;
      look();
    }
    return tokens;
  }

  private void look() {
    try {
      tokens = file.read();
    } catch (TokenFileException e) {
      tokens = List.of();
      LOG.warn("Nobody gets in: {}", e.getMessage());
    }
  }
}
