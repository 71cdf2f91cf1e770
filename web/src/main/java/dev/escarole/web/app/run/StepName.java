package dev.escarole.web.app.run;

import dev.escarole.web.app.Param;

/** Names a step of a run, or a join. */
public record StepName(
    @Param(
            value = "A run's id, the beginning of it, or 'last' for the newest run.",
            in = Param.Where.PATH,
            required = true)
        String run,
    @Param(
            value = "A step's place in the plan, such as 0.2.1, or a label that only it has.",
            in = Param.Where.PATH,
            required = true)
        String path) {}
