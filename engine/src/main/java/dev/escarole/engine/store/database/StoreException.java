package dev.escarole.engine.store.database;

import org.jspecify.annotations.Nullable;

/** Thrown when an operation of the store fails; the message says what to do next. */
public class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean transientFailure;
  private final boolean inUse;

  public StoreException(String message, @Nullable Throwable cause) {
    this(message, cause, false);
  }

  private StoreException(String message, @Nullable Throwable cause, boolean inUse) {
    super(message, cause);
    this.transientFailure = cause != null && FailureKind.of(cause) == FailureKind.TRANSIENT;
    this.inUse = inUse;
  }

  static StoreException inUse(DatabaseAddress address, RuntimeException cause) {
    return new StoreException(
        "The database %s is in use by another process. Stop that process, or give this one"
                .formatted(address)
            + " another data directory.",
        cause,
        true);
  }

  static StoreException cannotOpen(DatabaseAddress address, RuntimeException cause) {
    return new StoreException(
        "The database %s cannot be opened: %s. Check the address and that this user may use it."
            .formatted(address, cause.getMessage()),
        cause);
  }

  /**
   * Returns whether the same operation may succeed later: the database is unreachable, full or
   * busy.
   */
  public boolean isTransient() {
    return transientFailure;
  }

  /** Whether the database cannot be opened because another process has it open. */
  public boolean isInUse() {
    return inUse;
  }
}
