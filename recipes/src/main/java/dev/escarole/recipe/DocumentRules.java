package dev.escarole.recipe;

import dev.escarole.recipe.template.Codes;
import java.math.BigDecimal;

/** What holds for recipe documents of every format. */
record DocumentRules(RecipeLimits limits, Problems problems) {
  private static final int MOST_DIGITS = 400;
  private static final int LONG_DIGITS = 19;

  void checkDepth(int depth, Mark mark) {
    if (depth > limits.maxDepth()) {
      throw problems.fatal(
          Codes.NESTING_TOO_DEEP,
          "objects and arrays stand more than " + limits.maxDepth() + " deep inside each other",
          null,
          mark);
    }
  }

  void duplicate(String key, Mark mark) {
    problems.error(
        Codes.DUPLICATE_KEY,
        "'" + key + "' stands twice in one object",
        "Keep one of them.",
        new Place("", mark));
  }

  /**
   * The number in the form that recipes keep: a Long where one holds it exactly as it is written.
   */
  Object number(BigDecimal number, Mark mark) {
    if (number.precision() > MOST_DIGITS || Math.abs((long) number.scale()) > MOST_DIGITS) {
      return tooLong(mark);
    }
    boolean fits = number.scale() == 0 && number.precision() < LONG_DIGITS;
    return fits ? (Object) number.longValue() : number;
  }

  /** Likewise, of a number as JSON writes it. */
  Object number(String text, Mark mark) {
    BigDecimal number;
    try {
      number = new BigDecimal(text);
    } catch (NumberFormatException exponentTooLarge) {
      return tooLong(mark);
    }
    return number(number, mark);
  }

  private Object tooLong(Mark mark) {
    problems.error(
        Codes.BAD_NUMBER,
        "the number has more than " + MOST_DIGITS + " digits",
        "Write it as a string if it is meant as text.",
        new Place("", mark));
    return 0L;
  }
}
