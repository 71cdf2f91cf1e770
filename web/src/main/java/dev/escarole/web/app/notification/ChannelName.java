package dev.escarole.web.app.notification;

import dev.escarole.web.app.Param;

/** Names a channel. */
public record ChannelName(
    @Param(value = "Name of the channel.", in = Param.Where.PATH, required = true)
        String channel) {}
