package dev.escarole.recipe.handle;

/**
 * The outcome of a command.
 *
 * @param stdout captured output, up to the limit
 * @param stderr captured output, up to the limit
 * @param truncated whether output was lost
 */
public record HandleOutcome(
    int exitCode, CapturedBytes stdout, CapturedBytes stderr, boolean truncated) {}
