package dev.escarole.engine.executor;

import dev.escarole.engine.broker.ExecBroker;
import java.time.InstantSource;
import java.util.concurrent.Executor;

/**
 * What every run of one executor shares.
 *
 * @param journal keeps what happens
 * @param pacer hands leaves to the workers
 * @param finisher waits for the journal on behalf of runs that are over, so that no worker does
 * @param live the runs in progress, and who hears of all of them
 */
record ExecutorParts(
    ExecBroker broker,
    RunEvents journal,
    Workers workers,
    Pacer pacer,
    Timers timers,
    Executor finisher,
    LiveRuns live,
    InstantSource clock) {

  /** The same for runs that are on no record and of which only their launcher hears. */
  ExecutorParts aside(LiveRuns others) {
    return new ExecutorParts(
        broker, RunEvents.NONE, workers, pacer, timers, finisher, others, clock);
  }

  void ended(LiveRun run) {
    live.ended(run);
  }
}
