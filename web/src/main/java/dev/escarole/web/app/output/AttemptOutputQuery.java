package dev.escarole.web.app.output;

import dev.escarole.web.app.Param;

/** Names what an attempt read or wrote. */
public record AttemptOutputQuery(
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
            value = "Which try of the step, from 1, or 'last'.",
            in = Param.Where.PATH,
            required = true)
        String attempt,
    @Param(
            value = "Which of its streams.",
            in = Param.Where.PATH,
            required = true,
            words = {"stdin", "stdout", "stderr"})
        String stream) {}
