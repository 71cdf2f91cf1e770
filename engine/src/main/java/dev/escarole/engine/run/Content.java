package dev.escarole.engine.run;

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

  public static final Content EMPTY = new Content(new byte[0]);

  private final byte[] bytes;

  /** Computed on first use; several threads may compute it, all to the same value. */
  private volatile @Nullable String sha256;

  private Content(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Wraps bytes that the caller will not change any more. */
  public static Content of(byte[] bytes) {
    return bytes.length == 0 ? EMPTY : new Content(bytes);
  }

  public static Content of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The bytes themselves, not a copy; do not change them. */
  public byte[] bytes() {
    return bytes;
  }

  /** Length in bytes. */
  public int size() {
    return bytes.length;
  }

  public boolean isEmpty() {
    return bytes.length == 0;
  }

  /** The bytes read as UTF-8; what is not UTF-8 becomes the replacement character. */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The SHA-256 in lower-case hex. */
  public String sha256() {
    String known = sha256;
    if (known == null) {
      known = digest(bytes);
      sha256 = known;
    }
    return known;
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java platform has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "Content[" + bytes.length + " bytes]";
  }
}
