package dev.escarole.engine.catalog;

import java.io.Serial;
import java.util.Locale;

/** A program of the catalogue could not be found, fetched or verified; nothing was changed. */
public final class CatalogException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final String hint;

  /** Why the catalogue refuses. */
  public enum Reason {
    /** No row has this name. */
    NO_SUCH_ROW,
    /** The row, or the file, needs a compiler that does not exist here. */
    LANE_UNAVAILABLE,
    /** The program could not be fetched. */
    FETCH_FAILED,
    /** What was fetched is not what the row pins. */
    WRONG_HASH,
    /** The catalogue file has mistakes. */
    BAD_CATALOG,
    /** The file is not an intact bundle. */
    BAD_BUNDLE,
    /** A program of the bundle cannot run here. */
    NOT_A_PROGRAM,
    /** The programs were fetched, and could not be registered or built. */
    NOT_ADDED,
    /** Too many rows are being added at once. */
    TOO_MANY;

    /** Returns the name in snake case, such as {@code wrong_hash}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Creates a refusal.
   *
   * @param message names the thing and the reason
   * @param hint the way out, as a sentence
   */
  public CatalogException(Reason reason, String message, String hint) {
    super(message);
    this.reason = reason;
    this.hint = hint;
  }

  /** Returns why it was refused. */
  public Reason reason() {
    return reason;
  }

  /** Returns the way out, as a sentence. */
  public String hint() {
    return hint;
  }

  /** The message, which is never null. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
