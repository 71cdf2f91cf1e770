package dev.escarole.engine.broker;

import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;

/**
 * The way back to the broker for a guest that runs commands itself: on behalf of the principal for
 * whom the guest runs, up the same rungs, and audited. Only guests of principals with the
 * capability {@code exec} have one.
 *
 * <p>Safe for use by many threads.
 */
@FunctionalInterface
public interface NestedCalls {

  /**
   * Runs a command on the calling thread, or refuses to.
   *
   * @param invocation the call; its depth is one more than that of the guest that makes it
   */
  InvocationResult call(Invocation invocation);
}
