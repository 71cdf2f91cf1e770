package dev.escarole.web.app.approval;

import dev.escarole.web.app.Documented;

/** The answer to a callback was stored. */
public record CallbackReceipt(
    @Documented("Id of the run.") String run,
    @Documented("The step's place in the plan.") String path,
    @Documented("Size of the body.") long bytes) {}
