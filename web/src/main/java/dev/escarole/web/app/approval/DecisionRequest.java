package dev.escarole.web.app.approval;

import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Approves or rejects a step that waits. */
public record DecisionRequest(
    @Param(
            value = "A run's id, the beginning of it, or 'last' for the newest run.",
            in = Param.Where.PATH,
            required = true)
        String run,
    @Param(
            value = "The step's place in the plan, such as 0.2.1, or a label that only it has.",
            in = Param.Where.PATH,
            required = true)
        String path,
    @Param("Why; at most 2,000 characters.") @Nullable String comment,
    @Param(
            value = "Only if this attempt of the step waits: the one that was looked at.",
            min = 1,
            max = Integer.MAX_VALUE)
        @Nullable Long attempt) {}
