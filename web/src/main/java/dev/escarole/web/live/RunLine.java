package dev.escarole.web.live;

import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run in a list of runs. Immutable.
 *
 * @param startedAt null if this server does not know
 * @param durationMillis null while it is not over
 * @param counts null if nobody counted
 */
record RunLine(
    RunId run,
    String recipe,
    RunStatus status,
    @Nullable Instant startedAt,
    @Nullable Long durationMillis,
    @Nullable RunCounts counts) {}
