package dev.escarole.web.app.command;

import dev.escarole.web.app.Documented;
import org.jspecify.annotations.Nullable;

/** What a command says about itself. */
public record HelpText(
    String command,
    @Documented("Its answer to --help; null if it has none, or the policy does not grant it.")
        @Nullable String text) {}
