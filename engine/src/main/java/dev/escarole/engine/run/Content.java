package dev.escarole.engine.run;

import dev.escarole.engine.command.ByteParts;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that flow between steps, with their SHA-256. Immutable by convention: arrays must not be
 * modified after they are passed in or out, which avoids copies. Thread-safe.
 */
public final class Content {

  public static final Content EMPTY = new Content(ByteParts.none());

  private final ByteParts parts;

  /** Computed on first use, possibly by several threads, with the same result. */
  private volatile @Nullable String sha256;

  private Content(ByteParts parts) {
    this.parts = parts;
  }

  /** Wraps bytes, which must not be modified afterwards. */
  public static Content of(byte[] bytes) {
    return of(ByteParts.of(bytes));
  }

  /** Wraps arrays, which must not be modified afterwards. */
  public static Content of(ByteParts parts) {
    return parts.size() == 0 ? EMPTY : new Content(parts);
  }

  public static Content of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The bytes, not copied; must not be modified. */
  public ByteParts parts() {
    return parts;
  }

  /**
   * All bytes in one array, which must not be modified. Large contents are copied on each call;
   * {@link #parts} does not copy.
   */
  public byte[] bytes() {
    return parts.toArray();
  }

  /** A new stream over the bytes, without copying them. It need not be closed. */
  public InputStream stream() {
    return new SequenceInputStream(
        Collections.enumeration(parts.arrays().stream().map(ByteArrayInputStream::new).toList()));
  }

  /** Length in bytes. */
  public int size() {
    return parts.size();
  }

  public boolean isEmpty() {
    return parts.size() == 0;
  }

  /** The bytes decoded as UTF-8, with replacement characters for invalid bytes. */
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
