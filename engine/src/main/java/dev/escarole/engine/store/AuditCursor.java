package dev.escarole.engine.store;

import org.jspecify.annotations.Nullable;

/**
 * The place of an entry in the audit, newest first. Its text form is for the caller to hand back.
 *
 * @param atMillis when the call began, in milliseconds since 1970
 * @param writer who stored the entry
 * @param seq which of its entries it is
 */
public record AuditCursor(long atMillis, long writer, long seq) {

  /**
   * Reads the text form.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static AuditCursor parse(String text) {
    String[] parts = text.split("\\.", -1);
    try {
      if (parts.length == 3) {
        return new AuditCursor(
            Long.parseLong(parts[0], 36),
            Long.parseLong(parts[1], 36),
            Long.parseLong(parts[2], 36));
      }
    } catch (NumberFormatException e) {
      throw malformed(text, e);
    }
    throw malformed(text, null);
  }

  private static IllegalArgumentException malformed(String text, @Nullable Exception cause) {
    return new IllegalArgumentException(
        "'" + text + "' is no place in the audit; take one that a list has given", cause);
  }

  @Override
  public String toString() {
    return Long.toString(atMillis, 36)
        + '.'
        + Long.toString(writer, 36)
        + '.'
        + Long.toString(seq, 36);
  }
}
