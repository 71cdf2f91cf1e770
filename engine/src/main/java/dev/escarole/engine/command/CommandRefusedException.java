package dev.escarole.engine.command;

import java.io.Serial;
import java.util.Locale;

/** A command could not be registered or removed. */
public final class CommandRefusedException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Why a registration is refused. */
  public enum Reason {
    /** The name breaks the rule for names. */
    INVALID_NAME,
    /** The name belongs to a built-in command. */
    RESERVED_NAME,
    /** The maximum number of commands is registered. */
    REGISTRY_FULL,
    /** The bytes are not a WebAssembly program that can run here. */
    NOT_A_PROGRAM,
    /** The program cannot be frozen as it was asked. */
    NOT_FROZEN,
    /** The caller is not allowed to change commands. */
    DENIED,
    /** The artifact directory is a symbolic link or not a directory. */
    PATH_NOT_CONFINED;

    /** Returns the name in snake case, such as {@code reserved_name}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Creates the refusal of one registration. */
  public CommandRefusedException(Reason reason, String message) {
    super(reason.word() + ": " + message);
    this.reason = reason;
  }

  /** Returns why the registration was refused. */
  public Reason reason() {
    return reason;
  }
}
