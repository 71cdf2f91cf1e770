package dev.escarole.engine.broker;

import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Purity;
import dev.escarole.engine.command.ResultCache;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Answers invocations that may be answered so from a cache, and keeps what can be: the results of
 * commands that succeeded and that were seen to depend on nothing but program and invocation.
 *
 * <p>It stands behind the broker, so that whoever gets a kept result could have had the command
 * run. Thread-safe.
 */
public final class CachingRunner implements CommandRunner {

  private final CommandRunner runner;
  private final ResultCache cache;

  /**
   * Creates a runner in front of another.
   *
   * @param runner executes what the cache has no answer to; closed with this one
   */
  public CachingRunner(CommandRunner runner, ResultCache cache) {
    this.runner = runner;
    this.cache = cache;
  }

  @Override
  public InvocationResult run(Command command, Invocation invocation) {
    return answer(command, invocation, false, () -> runner.run(command, invocation));
  }

  @Override
  public InvocationResult run(Command command, Invocation invocation, NestedCalls calls) {
    return answer(command, invocation, true, () -> runner.run(command, invocation, calls));
  }

  private InvocationResult answer(
      Command command, Invocation invocation, boolean exec, Supplier<InvocationResult> run) {
    boolean whole = invocation.streams().areNone();
    if (!invocation.cacheable() || !whole || invocation.cancellation().isCancelled()) {
      // What goes elsewhere is neither in the result nor in the key.
      return run.get();
    }
    String key = ResultKey.of(command, invocation, exec);
    Optional<ResultCache.Kept> kept = cache.find(key);
    if (kept.isPresent()) {
      return InvocationResult.cached(kept.get().stdout(), kept.get().stderr());
    }
    InvocationResult result = run.get();
    if (canBeKept(result)) {
      cache.keep(key, new ResultCache.Kept(result.stdout(), result.stderr()));
    }
    return result;
  }

  private static boolean canBeKept(InvocationResult result) {
    return result.purity() == Purity.HERMETIC
        && result.outcome().isSuccess()
        && !result.stdout().truncated()
        && !result.stderr().truncated();
  }

  @Override
  public void close() {
    runner.close();
  }
}
