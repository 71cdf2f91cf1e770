package dev.escarole.web.app.command;

import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Runs a line of the shell: commands joined by pipes, in an empty directory of its own. */
public record ShellRequest(
    @Param(value = "The line.", required = true) String line,
    @Param(value = "What its first command reads.") @Nullable String stdin) {}
