package dev.escarole.web.app.notification;

import dev.escarole.web.app.Documented;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One message to one channel. */
public record DeliveryPicture(
    @Documented("The same for each attempt, so that the receiver can drop doubles.") String id,
    String run,
    String recipe,
    String channel,
    @Documented(words = {"failed", "degraded", "done", "waiting"}) String event,
    @Documented("When it happened.") Instant at,
    @Documented(
            value =
                "due: to be sent, perhaps again. sent: accepted. dead: given up. held: counted in"
                    + " another one, as the channel had too many.",
            words = {"due", "sent", "dead", "held"})
        String state,
    @Documented("How often it was tried.") int attempts,
    @Documented("When it is tried next; null if it is not due.") @Nullable Instant nextAt,
    @Documented("When it was accepted or given up; null if it is due.") @Nullable Instant settledAt,
    @Documented("Why the last attempt failed, or which delivery counts it; null if neither.")
        @Nullable String error) {}
