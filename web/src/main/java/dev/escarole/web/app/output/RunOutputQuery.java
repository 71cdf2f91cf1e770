package dev.escarole.web.app.output;

import dev.escarole.web.app.Param;

/** Names the input or the result of a run. */
public record RunOutputQuery(
    @Param(
            value = "A run's id, the beginning of it, or 'last' for the newest run.",
            in = Param.Where.PATH,
            required = true)
        String run,
    @Param(
            value = "The run's input or its result.",
            in = Param.Where.PATH,
            required = true,
            words = {"stdin", "stdout"})
        String stream) {}
