package dev.escarole.web.app.run;

import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Stops a run or one branch of it. */
public record CancelRequest(
    @Param(
            value = "A run's id, the beginning of it, or 'last' for the newest run.",
            in = Param.Where.PATH,
            required = true)
        String run,
    @Param(value = "Path or label of the branch or step; without, the whole run.")
        @Nullable String branch) {}
