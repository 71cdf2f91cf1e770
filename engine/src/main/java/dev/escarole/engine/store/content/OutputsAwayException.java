package dev.escarole.engine.store.content;

import dev.escarole.engine.store.database.StoreException;
import java.io.IOException;

/** The store of large outputs does not answer; the same may succeed later. */
public final class OutputsAwayException extends StoreException {

  private static final long serialVersionUID = 1L;

  private OutputsAwayException(String message, IOException cause) {
    super(message, cause);
  }

  /**
   * @param doing the operation, to complete "could not …"
   */
  static OutputsAwayException at(String place, String doing, IOException cause) {
    String why = cause.getMessage() == null ? "" : " " + cause.getMessage();
    return new OutputsAwayException(
        ("The output store %s could not %s: %s%s. Check that it is reachable, has free space and"
                + " may be used by this user.")
            .formatted(place, doing, cause.getClass().getSimpleName(), why),
        cause);
  }

  /** This process has no store for a content. */
  static OutputsAwayException without(OutsideContent content) {
    String message =
        ("The content %s… of %,d bytes is kept in an output store, and this process was started"
                + " without one. Start it with the outputs of the other nodes (--outputs).")
            .formatted(content.sha256().substring(0, 12), content.size());
    return new OutputsAwayException(message, new IOException("no output store"));
  }
}
