package dev.escarole.web.app.audit;

import dev.escarole.web.app.Documented;
import java.time.Instant;

/** An action, done or refused. */
public record ActionPicture(
    Instant at,
    String principal,
    String origin,
    String action,
    String target,
    @Documented("done, or the code of the refusal.") String result) {}
