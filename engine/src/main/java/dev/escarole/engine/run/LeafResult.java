package dev.escarole.engine.run;

import dev.escarole.engine.command.Outcome;

/**
 * What one attempt of a leaf came to.
 *
 * @param stdout what the command printed, possibly cut at the output limit
 * @param stderr what it said for diagnosis, likewise
 */
public record LeafResult(Outcome outcome, Content stdout, Content stderr) {}
