package dev.escarole.web.app.notification;

import dev.escarole.web.app.Documented;
import org.jspecify.annotations.Nullable;

/** What came of trying a channel. */
public record ChannelTrial(
    String channel,
    boolean accepted,
    @Documented("Why the message was not accepted; null if it was.") @Nullable String reason) {}
