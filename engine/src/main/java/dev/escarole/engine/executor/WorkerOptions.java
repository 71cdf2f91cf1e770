package dev.escarole.engine.executor;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * On how many threads leaves run, and on which. Immutable.
 *
 * @param count maximum number of leaves that run at once, at least 1
 * @param mostWaiting maximum number of leaves that wait without a worker
 * @param executor whose threads run the leaves; null for threads of the engine
 */
public record WorkerOptions(int count, int mostWaiting, @Nullable Executor executor) {}
