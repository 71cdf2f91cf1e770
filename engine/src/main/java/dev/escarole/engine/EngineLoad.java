package dev.escarole.engine;

import dev.escarole.engine.executor.ExecutorLoad;
import dev.escarole.engine.store.journal.JournalHealth;
import dev.escarole.engine.wasm.WasmRunner.RunnerLoad;

/**
 * What an engine is doing at one moment, for those who watch over it. Immutable.
 *
 * @param work runs, workers and the leaves that wait for one
 * @param guests compiled programs, and the memory that guests have
 * @param journal whether what happens gets into the database, and if not, why and since when
 */
public record EngineLoad(ExecutorLoad work, RunnerLoad guests, JournalHealth journal) {}
