package dev.escarole.web.app.command;

import org.jspecify.annotations.Nullable;

/**
 * What a command answers to {@code --help}.
 *
 * @param text null if it prints nothing of the kind
 */
public record CommandHelp(@Nullable String text) {}
