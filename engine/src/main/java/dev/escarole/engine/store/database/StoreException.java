package dev.escarole.engine.store.database;

import org.jspecify.annotations.Nullable;

/** The store could not do what it was asked to; the message says what to do next. */
public final class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean passing;

  public StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
    this.passing = cause != null && Trouble.of(cause) == Trouble.PASSING;
  }

  static StoreException cannotOpen(DatabaseAddress address, RuntimeException cause) {
    return new StoreException(
        "The database %s cannot be opened: %s. Check the address and that this user may use it."
            .formatted(address, cause.getMessage()),
        cause);
  }

  /**
   * Whether the same may succeed later without anybody changing what was asked: the database is
   * away, full or busy.
   */
  public boolean isPassing() {
    return passing;
  }
}
