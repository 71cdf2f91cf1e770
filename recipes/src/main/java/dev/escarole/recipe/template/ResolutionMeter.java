package dev.escarole.recipe.template;

/**
 * Limits the text and work of resolving the placeholders of one plan, so that texts that multiply
 * each other, or a million copies, cannot exhaust memory. Confined to one thread.
 */
public final class ResolutionMeter {
  /** Units of work between deadline checks; a unit is about one copied character. */
  private static final long STRIDE = 1 << 14;

  private final long mostCharacters;
  private final Runnable deadline;
  private long characters;
  private long work;

  /**
   * Creates a meter.
   *
   * @param mostCharacters maximum number of characters
   * @param deadline called regularly; throws if time is up
   */
  public ResolutionMeter(long mostCharacters, Runnable deadline) {
    this.mostCharacters = mostCharacters;
    this.deadline = deadline;
  }

  /** A meter without limits, for small values. */
  static ResolutionMeter unlimited() {
    return new ResolutionMeter(Long.MAX_VALUE, () -> {});
  }

  /**
   * Counts resolved text.
   *
   * @throws LimitException if the limit is exceeded
   */
  void text(long made) {
    characters += made;
    if (characters > mostCharacters) {
      throw new LimitException(
          Codes.PLAN_TOO_LARGE,
          "resolving placeholders produces more than %,d characters of text (limit plan-size)"
              .formatted(mostCharacters),
          "Pass large texts in a file or on standard input, or use fewer repeats.");
    }
    work(made);
  }

  /**
   * Counts other work.
   *
   * @throws LimitException if time is up
   */
  void work(long units) {
    work += units;
    if (work >= STRIDE) {
      work = 0;
      deadline.run();
    }
  }
}
