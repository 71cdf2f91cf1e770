package dev.escarole.engine.command;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of an artifact: the SHA-256 of its bytes.
 *
 * @param sha256 64 lower-case hexadecimal digits
 */
public record ArtifactId(String sha256) {

  private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");

  /**
   * Checks the shape of the hash.
   *
   * @throws IllegalArgumentException if it is not 64 lower-case hexadecimal digits
   */
  public ArtifactId {
    if (!isValid(sha256)) {
      throw new IllegalArgumentException(
          "ArtifactId.sha256 must be 64 lower-case hexadecimal digits, was '" + sha256 + "'");
    }
  }

  public static boolean isValid(String text) {
    return HEX.matcher(text).matches();
  }

  /** Returns the id of these bytes. */
  public static ArtifactId of(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return new ArtifactId(HexFormat.of().formatHex(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java platform has SHA-256", e);
    }
  }

  /** Written by hand: the generated method of a record is slow on first use. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ArtifactId that && sha256.equals(that.sha256);
  }

  @Override
  public int hashCode() {
    return sha256.hashCode();
  }

  @Override
  public String toString() {
    return sha256;
  }
}
