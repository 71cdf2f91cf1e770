package dev.escarole.engine.run;

import dev.escarole.engine.command.ByteParts;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that flow between steps, with their SHA-256. Immutable by agreement: neither side changes
 * the array after it was handed over, so that a large output is never copied. Safe to share.
 */
public final class Content {

  public static final Content EMPTY = new Content(ByteParts.none());

  private final ByteParts parts;

  /** Computed on first use; several threads may compute it, all to the same value. */
  private volatile @Nullable String sha256;

  private Content(ByteParts parts) {
    this.parts = parts;
  }

  /** Wraps bytes that the caller will not change any more. */
  public static Content of(byte[] bytes) {
    return of(ByteParts.of(bytes));
  }

  /** Wraps bytes in one or more arrays that the caller will not change any more. */
  public static Content of(ByteParts parts) {
    return parts.size() == 0 ? EMPTY : new Content(parts);
  }

  public static Content of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The bytes themselves, not a copy; do not change them. */
  public ByteParts parts() {
    return parts;
  }

  /**
   * All bytes in one array, not to be changed. A large content is copied for it each time; {@link
   * #parts} has it as it is.
   */
  public byte[] bytes() {
    return parts.toArray();
  }

  /** Length in bytes. */
  public int size() {
    return parts.size();
  }

  public boolean isEmpty() {
    return parts.size() == 0;
  }

  /** The bytes read as UTF-8; what is not UTF-8 becomes the replacement character. */
  public String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /** The SHA-256 in lower-case hex. */
  public String sha256() {
    String known = sha256;
    if (known == null) {
      known = digest(parts);
      sha256 = known;
    }
    return known;
  }

  private static String digest(ByteParts parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      parts.arrays().forEach(digest::update);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java platform has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "Content[" + parts + "]";
  }
}
