package dev.escarole.web.app.cause;

import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Which failures of a run are grouped. */
public record CausesQuery(
    @Param(
            value = "A run's id, the beginning of it, or 'last' for the newest run.",
            in = Param.Where.PATH,
            required = true)
        String run,
    @Param(
            value = "Only failures in the step of this path, such as a parallel node.",
            in = Param.Where.QUERY)
        @Nullable String step) {}
