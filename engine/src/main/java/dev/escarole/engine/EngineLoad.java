package dev.escarole.engine;

import dev.escarole.engine.executor.RunExecutor.ExecutorLoad;
import dev.escarole.engine.launch.QueueLoad;
import dev.escarole.engine.store.journal.Journal.JournalWork;
import dev.escarole.engine.store.journal.JournalHealth;
import dev.escarole.engine.wasm.WasmRunner.RunnerLoad;

/**
 * Current load of an engine, for monitoring. Immutable.
 *
 * @param work runs, workers and queued leaves
 * @param launches queued runs
 * @param guests compiled programs and guest memory
 * @param journal whether events are written to the database, and if not, why and since when
 * @param written what was written so far
 */
public record EngineLoad(
    ExecutorLoad work,
    QueueLoad launches,
    RunnerLoad guests,
    JournalHealth journal,
    JournalWork written) {}
