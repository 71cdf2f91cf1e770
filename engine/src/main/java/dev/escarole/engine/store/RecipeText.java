package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;
import java.time.Instant;

/**
 * A text that runs of one recipe name were started with. Immutable.
 *
 * @param sha256 of the text, in lower-case hex
 * @param runs how many of the runs that were looked at have it
 * @param first the earliest of these
 * @param last the latest of these
 */
public record RecipeText(
    String sha256,
    String text,
    int runs,
    RunId first,
    Instant firstAt,
    RunId last,
    Instant lastAt) {

  /** The same with an earlier run. */
  RecipeText withEarlier(RunId run, Instant at) {
    return new RecipeText(sha256, text, runs + 1, run, at, last, lastAt);
  }
}
