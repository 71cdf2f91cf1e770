package dev.escarole.web.app.notification;

import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Which deliveries are listed. */
public record DeliveriesQuery(
    @Param(
            value = "Only those in this state.",
            in = Param.Where.QUERY,
            words = {"due", "sent", "dead", "held"})
        @Nullable String state,
    @Param(value = "Only those to this channel.", in = Param.Where.QUERY) @Nullable String channel,
    @Param(value = "Only those about this run.", in = Param.Where.QUERY) @Nullable String run,
    @Param(
            value = "Most entries of a page, 1 to 1000.",
            in = Param.Where.QUERY,
            min = 1,
            max = 1000,
            byDefault = 50)
        int limit,
    @Param(value = "Where the page begins: 'next' of the previous page.", in = Param.Where.QUERY)
        @Nullable String cursor) {}
