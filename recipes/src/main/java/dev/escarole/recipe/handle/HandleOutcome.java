package dev.escarole.recipe.handle;

/**
 * How a command ended, as whoever ran it tells.
 *
 * @param stdout what was captured, as far as the limits went
 * @param stderr what was captured, as far as the limits went
 * @param truncated whether more was printed than was kept
 */
public record HandleOutcome(
    int exitCode, CapturedBytes stdout, CapturedBytes stderr, boolean truncated) {}
