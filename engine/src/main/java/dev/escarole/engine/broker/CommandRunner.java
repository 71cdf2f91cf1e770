package dev.escarole.engine.broker;

import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;

/**
 * Executes one command for one invocation, on the caller's thread, from start to end.
 *
 * <p>Implementations are safe for use by many threads at once, leave the caller's interrupt flag as
 * they found it and report whatever a guest does as an outcome, never as an exception.
 */
public interface CommandRunner extends AutoCloseable {

  /** Runs the command until it ends or is stopped. */
  InvocationResult run(Command command, Invocation invocation);

  /**
   * Runs the command as {@link #run(Command, Invocation)} does, and lets its program run other
   * commands. A runner that has no way to offer that runs the command without.
   *
   * @param calls the program's way back to the broker
   */
  default InvocationResult run(Command command, Invocation invocation, NestedCalls calls) {
    return run(command, invocation);
  }

  /** Releases what the runner holds; invocations under way end as cancelled. */
  @Override
  void close();
}
