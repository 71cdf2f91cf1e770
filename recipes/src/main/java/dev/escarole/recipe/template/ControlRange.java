package dev.escarole.recipe.template;

/** What a control number may be. */
record ControlRange(String field, long least, long most) {
  /** Ten years: longer waits are slips, and sums of several still fit every clock. */
  private static final long MOST_MILLISECONDS = 10L * 366 * 24 * 60 * 60 * 1000;

  /** A wait that grows faster is at its greatest at once. */
  private static final long MOST_FACTOR = 1000;

  /** The range of the field of this name. */
  static ControlRange of(String field) {
    return switch (field) {
      case "delay", "timeout", "retry_delay", "retry_max_delay" ->
          new ControlRange(field, 0, MOST_MILLISECONDS);
      case "repeat", "min_successful" -> new ControlRange(field, 0, Integer.MAX_VALUE);
      case "retry_backoff" -> new ControlRange(field, 1, MOST_FACTOR);
      case "retry", "concurrency" -> new ControlRange(field, 1, Integer.MAX_VALUE);
      default -> throw new IllegalArgumentException("no control field: " + field);
    };
  }

  long check(String text, String written) {
    long number;
    try {
      number = Long.parseLong(text.strip());
    } catch (NumberFormatException notANumber) {
      throw new TemplateException(
          Codes.BAD_NUMBER,
          "'"
              + field
              + "' must be a whole number, not "
              + PlainValue.shown(text)
              + origin(text, written),
          null);
    }
    if (number < least || number > most) {
      throw new TemplateException(
          Codes.OUT_OF_RANGE,
          "'"
              + field
              + "' must be from "
              + least
              + " to "
              + most
              + ", not "
              + number
              + origin(text, written),
          null);
    }
    return number;
  }

  private static String origin(String text, String written) {
    return text.equals(written) ? "" : " (from " + written + ")";
  }
}
