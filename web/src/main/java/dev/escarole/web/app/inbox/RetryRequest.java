package dev.escarole.web.app.inbox;

import dev.escarole.web.app.Param;

/** Puts a failed file back into the inbox. */
public record RetryRequest(
    @Param(value = "Name of a file in the directory 'failed' of the inbox.", required = true)
        String file) {}
