package dev.escarole.engine.executor;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.run.RunId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A place outside of the engine, such as a cluster, that carries out commands of its runs. The run
 * stays here: its state, its joins and its records.
 *
 * <p>It is offered the commands of parallel nodes with {@code spread: true}. They have no files, no
 * HTTP requests and no commands of their own, so they may be carried out anywhere, and more than
 * once.
 *
 * <p>Implementations are thread-safe.
 */
@FunctionalInterface
public interface LeafPlace {

  /** A place that takes no commands. */
  LeafPlace NONE = leaf -> Optional.empty();

  /**
   * Takes a command, or leaves it to the engine. Called on a worker of the engine, so it returns
   * soon: a place with much to do leaves the command.
   *
   * @return completes with the command's result. If it fails instead, the engine carries the
   *     command out itself; it does not wait for less, so a place notices that it has lost a
   *     command. Empty if the engine is to carry the command out
   */
  Optional<CompletionStage<InvocationResult>> take(MovedLeaf leaf);

  /**
   * Whether it counts for itself how many calls of a principal there are at once, and carries out
   * none beyond {@code concurrent_calls} of its policy. Only such a place is offered the commands
   * of principals with that limit.
   */
  default boolean countsCalls() {
    return false;
  }

  /**
   * A command of a run.
   *
   * @param run the run that it belongs to
   * @param path place of its step in the plan
   * @param attempt number of the attempt of the step, from 1
   * @param principal on whose behalf it is called; its permission is checked
   * @param invocation the call, with limits that the place must keep. Its cancellation tells that
   *     the result is no longer wanted
   */
  record MovedLeaf(
      RunId run, String path, int attempt, Principal principal, Invocation invocation) {}
}
