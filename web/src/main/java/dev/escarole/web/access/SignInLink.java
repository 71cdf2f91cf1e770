package dev.escarole.web.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The secret of a link that signs in the server's owner once, within {@link #LASTS}. Only its hash
 * is kept. Thread-safe.
 */
public final class SignInLink {

  /** How long it is valid. */
  public static final Duration LASTS = Duration.ofMinutes(10);

  private final InstantSource clock;
  private byte @Nullable [] hash;
  private Instant until = Instant.MIN;

  public SignInLink(InstantSource clock) {
    this.clock = clock;
  }

  /** Makes a new secret; the previous one becomes invalid. */
  public synchronized String make() {
    String secret = TokenFile.secret();
    hash = bytes(secret);
    until = clock.instant().plus(LASTS);
    return secret;
  }

  /** Uses the secret; returns false if it is wrong, used or expired. */
  synchronized boolean redeem(String secret) {
    boolean right =
        hash != null
            && MessageDigest.isEqual(hash, bytes(secret))
            && clock.instant().isBefore(until);
    if (right) {
      hash = null;
    }
    return right;
  }

  private static byte[] bytes(String secret) {
    return TokenFile.hash(secret).getBytes(StandardCharsets.US_ASCII);
  }
}
