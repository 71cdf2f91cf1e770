package dev.escarole.web.app.output;

import java.nio.charset.StandardCharsets;

/** Cuts bytes of an output so that each part can be read as text. */
public final class TextBytes {

  private TextBytes() {}

  /** Number of bytes at the beginning that belong to a character before it. */
  public static int continuation(byte[] bytes) {
    int i = 0;
    while (i < Math.min(3, bytes.length) && (bytes[i] & 0xc0) == 0x80) {
      i++;
    }
    return i;
  }

  /** The place after the last line end in the second half, or else after the last character. */
  public static int cut(byte[] bytes) {
    for (int i = bytes.length - 1; i > bytes.length / 2; i--) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return endOfCharacters(bytes);
  }

  /** The place after the last whole character, if these bytes are text. */
  public static int endOfCharacters(byte[] bytes) {
    int end = bytes.length;
    while (end > bytes.length - 4 && end > 0 && (bytes[end - 1] & 0xc0) == 0x80) {
      end--;
    }
    boolean begins = end > 0 && (bytes[end - 1] & 0xc0) == 0xc0;
    return begins ? end - 1 : bytes.length;
  }

  /** The place after the first line end that is not the last byte; 0 without one. */
  public static int afterFirstLine(byte[] bytes) {
    for (int i = 0; i < bytes.length - 1; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return 0;
  }

  /** Whether bytes do not look like text: there is a byte 0, or much that no text has. */
  public static boolean isBinary(byte[] bytes) {
    int odd = 0;
    for (byte each : bytes) {
      if (each == 0) {
        return true;
      }
      odd += each > 0 && each < ' ' && "\n\r\t\f\b\033".indexOf(each) < 0 ? 1 : 0;
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    long replaced = text.chars().filter(each -> each == '\ufffd').count();
    return odd + replaced > Math.max(8, bytes.length / 10);
  }
}
