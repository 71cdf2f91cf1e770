package dev.escarole.web.access;

import dev.escarole.web.app.Role;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The valid tokens. Changes of the file take effect within {@value #LOOK_EVERY_MILLIS} ms. If the
 * file cannot be read, no token is valid. Thread-safe.
 */
public final class TokenBook {

  static final long LOOK_EVERY_MILLIS = 500;
  private static final Logger LOG = LoggerFactory.getLogger(TokenBook.class);

  private final TokenFile file;
  private final InstantSource clock;
  private volatile List<Token> tokens;
  private volatile @Nullable Token forPrograms;
  private volatile long lookedAt;

  /**
   * Reads the file.
   *
   * @throws TokenFileException if it cannot be used
   */
  public TokenBook(TokenFile file, InstantSource clock) {
    this.file = file;
    this.clock = clock;
    this.tokens = file.read();
    this.lookedAt = clock.millis();
  }

  /**
   * Makes a token of the owner for programs on this machine. It is valid while this object exists.
   *
   * @return its secret
   */
  public String forPrograms() {
    String secret = TokenFile.secret();
    forPrograms = new Token(Token.OWNER, Role.ADMIN, TokenFile.hash(secret), clock.instant());
    return secret;
  }

  /** The token with this secret. */
  public Optional<Token> bySecret(String secret) {
    return byHash(TokenFile.hash(secret));
  }

  /** The token with this SHA-256, if it was not revoked. */
  Optional<Token> byHash(String hash) {
    Token own = forPrograms;
    if (own != null && isSame(own.sha256(), hash)) {
      return Optional.of(own);
    }
    return present().stream().filter(token -> isSame(token.sha256(), hash)).findFirst();
  }

  Optional<Token> owner() {
    return present().stream().filter(token -> token.name().equals(Token.OWNER)).findFirst();
  }

  /** Whether the owner can be signed in. */
  public boolean hasOwner() {
    return owner().isPresent();
  }

  private static boolean isSame(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
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
      LOG.warn("All tokens are refused: {}", e.getMessage());
    }
  }
}
