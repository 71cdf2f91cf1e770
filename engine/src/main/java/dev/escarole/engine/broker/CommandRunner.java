package dev.escarole.engine.broker;

import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;

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
   * Runs the command as {@link #run(Command, Invocation)} does and lets its program run other
   * commands. A runner without support for that ignores {@code calls}.
   *
   * @param calls runs nested commands through the broker
   */
  default InvocationResult run(Command command, Invocation invocation, NestedCalls calls) {
    return run(command, invocation);
  }

  /** Releases the runner's resources; running invocations end as cancelled. */
  @Override
  void close();

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
