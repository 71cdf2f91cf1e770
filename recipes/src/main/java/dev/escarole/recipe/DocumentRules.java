package dev.escarole.recipe;

import dev.escarole.recipe.Place.Mark;
import dev.escarole.recipe.template.Codes;
import java.math.BigDecimal;

record DocumentRules(RecipeLimits limits, Problems problems) {
  private static final int MOST_DIGITS = 400;
  private static final int LONG_DIGITS = 19;

  void checkDepth(int depth, Mark mark) {
    if (depth > limits.maxDepth()) {
      throw problems.fatal(
          Codes.NESTING_TOO_DEEP,
          "objects and arrays are nested more than " + limits.maxDepth() + " levels deep",
          null,
          mark);
    }
  }

  void duplicate(String key, Mark mark) {
    problems.error(
        Codes.DUPLICATE_KEY,
        "'" + key + "' appears twice in one object",
        "Keep one of them.",
        new Place("", mark));
  }

  /** Returns a Long if it represents the number exactly as written, or else the number itself. */
  Object number(BigDecimal number, Mark mark) {
    if (number.precision() > MOST_DIGITS || Math.abs((long) number.scale()) > MOST_DIGITS) {
      return tooLong(mark);
    }
    boolean fits = number.scale() == 0 && number.precision() < LONG_DIGITS;
    return fits ? (Object) number.longValue() : number;
  }

  /** The same for a number in JSON syntax. */
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
