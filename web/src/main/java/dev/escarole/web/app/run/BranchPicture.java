package dev.escarole.web.app.run;

import dev.escarole.engine.run.StepStatus;
import dev.escarole.web.app.Documented;

/** How one branch of a join ended. */
public record BranchPicture(
    @Made.Path String path,
    String label,
    StepStatus status,
    int exitCode,
    @Documented(
            "Whether it is done and printed something; only such branches count towards"
                + " 'min_successful'.")
        boolean usable) {}
