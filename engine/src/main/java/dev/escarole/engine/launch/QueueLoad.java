package dev.escarole.engine.launch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How many runs an engine has queued. Immutable.
 *
 * @param oldest how long the one of them has been queued that has been longest; null if none is
 */
public record QueueLoad(int runs, @Nullable Duration oldest) {}
