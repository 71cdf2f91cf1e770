package dev.escarole.web.app.run;

import dev.escarole.web.app.Param;

/** Names a file of a run. */
public record RunFileQuery(
    @Param(
            value = "A run's id, the beginning of it, or 'last' for the newest run.",
            in = Param.Where.PATH,
            required = true)
        String run,
    @Param(
            value = "A file of its list, such as kept-0 or given-0.",
            in = Param.Where.PATH,
            required = true)
        String file) {}
