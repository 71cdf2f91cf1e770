package dev.escarole.engine.store.audit;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Position of an entry in the audit. Callers pass its text form back to continue a list.
 *
 * @param atMillis when the call began, in milliseconds since 1970
 * @param writer the writer that stored the entry
 * @param seq number of the entry of this writer
 */
public record AuditCursor(long atMillis, long writer, long seq) implements Comparable<AuditCursor> {

  private static final Comparator<AuditCursor> ORDER =
      Comparator.comparingLong(AuditCursor::atMillis)
          .thenComparingLong(AuditCursor::writer)
          .thenComparingLong(AuditCursor::seq);

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
        "'" + text + "' is not a position in the audit; use one from a list", cause);
  }

  /** Older positions come first. */
  @Override
  public int compareTo(AuditCursor other) {
    return ORDER.compare(this, other);
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
