package dev.escarole.recipe.form.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formats numbers like ECMAScript. */
final class NumberText {
  private static final int MOST_DIGITS = 17;
  private static final int WIDEST_PLAIN = 21;
  private static final int SMALLEST_PLAIN = -6;

  private NumberText() {}

  /** Formats whole numbers with all digits, and others as doubles. */
  static String of(BigDecimal value) {
    return value.scale() == 0 ? value.toString() : of(value.doubleValue());
  }

  private static String of(double value) {
    if (value == 0) {
      return "0";
    }
    BigDecimal shortest = shortest(Math.abs(value)).stripTrailingZeros();
    String digits = shortest.unscaledValue().toString();
    String text = layOut(digits, digits.length() - shortest.scale());
    return value < 0 ? "-" + text : text;
  }

  /** Before Java 19, Double.toString may print more digits than necessary. */
  private static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 1; digits < MOST_DIGITS; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == value) {
        return rounded;
      }
    }
    return exact.round(new MathContext(MOST_DIGITS, RoundingMode.HALF_EVEN));
  }

  /** The digits with the decimal point behind the first {@code point} of them. */
  private static String layOut(String digits, int point) {
    int length = digits.length();
    if (length <= point && point <= WIDEST_PLAIN) {
      return digits + "0".repeat(point - length);
    }
    if (point > 0 && point <= WIDEST_PLAIN) {
      return digits.substring(0, point) + "." + digits.substring(point);
    }
    if (point > SMALLEST_PLAIN && point <= 0) {
      return "0." + "0".repeat(-point) + digits;
    }
    String fraction = length == 1 ? "" : "." + digits.substring(1);
    int exponent = point - 1;
    return digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
  }
}
