package dev.escarole.web.app.run;

import dev.escarole.web.app.Param;

/** Where somebody goes on reading what a running step writes. */
public record TailQuery(
    @Param(
            value = "A run's id, the beginning of it, or 'last' for the newest run.",
            in = Param.Where.PATH,
            required = true)
        String run,
    @Param(
            value = "A step's place in the plan, such as 0.2.1, or a label that only it has.",
            in = Param.Where.PATH,
            required = true)
        String path,
    @Param(
            value = "The attempt that was read before.",
            in = Param.Where.QUERY,
            max = Integer.MAX_VALUE,
            byDefault = 0)
        int attempt,
    @Param(
            value = "How much of its standard output was read.",
            in = Param.Where.QUERY,
            max = Integer.MAX_VALUE,
            byDefault = 0)
        long stdout,
    @Param(
            value = "How much of its standard error was read.",
            in = Param.Where.QUERY,
            max = Integer.MAX_VALUE,
            byDefault = 0)
        long stderr) {}
