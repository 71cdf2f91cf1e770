package dev.escarole.engine.executor;

import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.store.Journal;
import java.time.InstantSource;
import java.util.concurrent.Executor;

/**
 * What every run of one executor shares.
 *
 * @param pacer hands leaves to the workers
 * @param finisher waits for the journal on behalf of runs that are over, so that no worker does
 * @param live the runs in progress, and who hears of all of them
 */
record ExecutorParts(
    ExecBroker broker,
    Journal journal,
    Workers workers,
    Pacer pacer,
    Timers timers,
    Executor finisher,
    LiveRuns live,
    InstantSource clock) {

  void ended(LiveRun run) {
    live.ended(run);
  }
}
