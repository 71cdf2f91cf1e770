package dev.escarole.web.app.command;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.escarole.web.app.Documented;
import org.jspecify.annotations.Nullable;

/** A command with its program. */
public record CommandDetail(
    @JsonUnwrapped CommandPicture command,
    @Documented("Its output of --help; null until it was asked for.") @Nullable String help,
    @Documented("Whether the policy lets the caller remove it.") boolean removable) {}
