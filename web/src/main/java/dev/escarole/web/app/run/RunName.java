package dev.escarole.web.app.run;

import dev.escarole.web.app.Param;

/** Names a run. */
public record RunName(
    @Param(
            value = "A run's id, the beginning of it, or 'last' for the newest run.",
            in = Param.Where.PATH,
            required = true)
        String run) {}
