package dev.escarole.recipe.handle;

import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/** Encodings of a command's streams (Command Handle, section 3.3). */
public enum StreamEncoding {
  UTF8(StandardCharsets.UTF_8, "utf8"),
  ASCII(StandardCharsets.US_ASCII, "ascii"),
  LATIN1(StandardCharsets.ISO_8859_1, "latin1"),
  /** UTF-16, little-endian, without a byte order mark. */
  UTF16LE(StandardCharsets.UTF_16LE, "utf16le"),
  /** Captured bytes are encoded as base64; input is decoded from base64. */
  BASE64(StandardCharsets.UTF_8, "base64"),
  /** Captured bytes are returned as bytes; text is sent as UTF-8. */
  BINARY(StandardCharsets.UTF_8, "binary");

  private final Charset charset;
  private final String word;

  StreamEncoding(Charset charset, String word) {
    this.charset = charset;
    this.word = word;
  }

  /** The word in handles; {@code utf-8} is an alias of {@code utf8}. */
  public String word() {
    return word;
  }

  /** The encoding with this word, if any. */
  public static Optional<StreamEncoding> of(String word) {
    String known = word.equals("utf-8") ? UTF8.word : word;
    return Arrays.stream(values()).filter(each -> each.word.equals(known)).findFirst();
  }

  /** Encodes a text; empty if it cannot be encoded. */
  Optional<byte[]> encoded(String text) {
    return this == BASE64 ? fromBase64(text) : inCharset(text);
  }

  private static Optional<byte[]> fromBase64(String text) {
    try {
      return Optional.of(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  private Optional<byte[]> inCharset(String text) {
    try {
      ByteBuffer bytes = charset.newEncoder().encode(CharBuffer.wrap(text));
      byte[] exact = new byte[bytes.remaining()];
      bytes.get(exact);
      return Optional.of(exact);
    } catch (CharacterCodingException lacking) {
      return Optional.empty();
    }
  }

  /** Decodes captured bytes; invalid ones become U+FFFD. */
  FormValue decoded(byte[] bytes) {
    return switch (this) {
      case UTF8, ASCII, LATIN1, UTF16LE ->
          new FormValue.Text(new String(bytes, charset), Provenance.DYNAMIC);
      case BASE64 ->
          new FormValue.Text(Base64.getEncoder().encodeToString(bytes), Provenance.DYNAMIC);
      case BINARY -> new FormValue.Binary(bytes, Provenance.DYNAMIC);
    };
  }
}
