package dev.escarole.engine.broker;

import dev.escarole.engine.broker.HttpGate.GuestHttp;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import org.jspecify.annotations.Nullable;

/**
 * Executes one invocation of a command on the caller's thread.
 *
 * <p>Implementations are thread-safe, preserve the caller's interrupt flag and report everything a
 * guest does as an outcome, never as an exception.
 */
public interface CommandRunner extends AutoCloseable {

  /** Runs the command until it ends or is stopped. */
  InvocationResult run(Command command, Invocation invocation);

  /**
   * Runs the command as {@link #run(Command, Invocation)} does and lets its program use what the
   * broker offers. A runner without support for that ignores {@code calls}.
   */
  default InvocationResult run(Command command, Invocation invocation, GuestCalls calls) {
    return run(command, invocation);
  }

  /**
   * Returns whether a program may run commands itself. A runner that does not know, as before the
   * program's first call, says yes.
   */
  default boolean mayCallCommands(Command command) {
    return true;
  }

  /** Releases the runner's resources; running invocations end as cancelled. */
  @Override
  void close();

  /**
   * What the broker offers to a guest.
   *
   * @param commands runs nested commands; null for a guest that may not run any
   * @param http makes HTTP requests, and denies those that are not permitted
   */
  record GuestCalls(@Nullable NestedCalls commands, GuestHttp http) {

    /** No commands and no requests. */
    public static final GuestCalls NONE =
        new GuestCalls(
            null,
            (request, response, left) -> {
              throw new HttpDeniedException("HTTP requests are not offered here");
            });
  }

  /**
   * Access to the broker for a guest that runs commands itself. Nested calls act for the guest's
   * principal, pass the same checks and are audited. Only guests of principals with the capability
   * {@code exec} have it.
   *
   * <p>Thread-safe.
   */
  @FunctionalInterface
  interface NestedCalls {

    /**
     * Runs or refuses a command on the calling thread.
     *
     * @param invocation the call; its depth is one more than the guest's
     */
    InvocationResult call(Invocation invocation);
  }
}
