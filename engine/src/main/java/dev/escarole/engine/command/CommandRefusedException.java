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
    /** There are as many registered commands as there may be. */
    REGISTRY_FULL,
    /** The bytes are no WebAssembly program that can run here. */
    NOT_A_PROGRAM,
    /** Who asks lacks the capability to change what there is. */
    DENIED,
    /** The place where artifacts are kept is a link or no directory, and may lead elsewhere. */
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
