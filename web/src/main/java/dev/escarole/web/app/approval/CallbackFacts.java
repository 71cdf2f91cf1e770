package dev.escarole.web.app.approval;

import dev.escarole.web.app.Documented;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where a program answers a step that waits. */
public record CallbackFacts(
    @Documented("Id of the run.") String run,
    @Documented("The step's place in the plan.") String path,
    @Documented("Number of the step's attempt.") int attempt,
    @Documented(
            "Where to POST the answer, behind the address of a server of this installation. A"
                + " secret: whoever has it can answer once.")
        String address,
    @Documented("When it fails if nobody has answered; null if it waits for any time.")
        @Nullable Instant until,
    @Documented("The largest body.") long maxBytes) {}
