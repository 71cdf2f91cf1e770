package dev.escarole.web.app.run;

import dev.escarole.engine.run.StepStatus;

/** How one branch of a join ended. */
public record BranchPicture(
    @Made.Path String path, String label, StepStatus status, int exitCode) {}
