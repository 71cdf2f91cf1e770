package dev.escarole.recipe.template;

/**
 * What resolving the placeholders of one plan may still make. Texts that multiply each other, or
 * are resolved for each of a million copies, end here before they fill the memory. Confined to the
 * thread that resolves.
 */
public final class ResolutionMeter {
  /** Units of work between two looks at the clock; a unit is about a character copied. */
  private static final long STRIDE = 1 << 14;

  private final long mostCharacters;
  private final Runnable deadline;
  private long characters;
  private long work;

  /**
   * A meter at zero.
   *
   * @param mostCharacters characters of text that may be made
   * @param deadline run now and then; throws when time is up
   */
  public ResolutionMeter(long mostCharacters, Runnable deadline) {
    this.mostCharacters = mostCharacters;
    this.deadline = deadline;
  }

  /** A meter for values that are known to be small. */
  static ResolutionMeter unlimited() {
    return new ResolutionMeter(Long.MAX_VALUE, () -> {});
  }

  /**
   * Counts text that was made.
   *
   * @throws LimitException when it is too much
   */
  void text(long made) {
    characters += made;
    if (characters > mostCharacters) {
      throw new LimitException(
          Codes.PLAN_TOO_LARGE,
          "resolving the placeholders makes more than %,d characters of text (limit plan-size)"
              .formatted(mostCharacters),
          "Hand large texts over in a file or on standard input, or repeat less.");
    }
    work(made);
  }

  /**
   * Counts work that leaves no text.
   *
   * @throws LimitException when time is up
   */
  void work(long units) {
    work += units;
    if (work >= STRIDE) {
      work = 0;
      deadline.run();
    }
  }
}
