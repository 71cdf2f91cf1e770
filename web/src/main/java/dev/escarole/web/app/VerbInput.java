package dev.escarole.web.app;

import dev.escarole.engine.command.NearestNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One input of a verb, as a component of its request record describes it. Immutable.
 *
 * @param where in a request of REST it is
 * @param needed whether a request without it is refused
 * @param words the only values, if there are few; empty if there are many
 * @param range of an integer; null for other kinds
 */
public record VerbInput(
    String name,
    Kind kind,
    Param.Where where,
    String description,
    boolean needed,
    List<String> words,
    @Nullable Range range) {

  private static final int LONGEST_SHOWN = 80;

  public VerbInput {
    words = List.copyOf(words);
  }

  /** What values an input has. */
  public enum Kind {
    TEXT,
    /** A text with binary content in Base64; or, as the body itself, the bytes. */
    BASE64,
    /** A point in time, such as {@code 2026-11-21T23:15:02Z}. */
    TIME,
    INTEGER,
    FLAG,
    OBJECT,
    /** A list of texts; in a query, the parameter is repeated. */
    TEXTS
  }

  /**
   * Which integers fit.
   *
   * @param usual what holds without the input; null if nothing does
   */
  public record Range(long least, long most, @Nullable Long usual) {}

  /**
   * Does nothing if a value fits: it is one of the words, in the range, and can stand in an
   * address. All ways to ask check by this, so that they refuse alike.
   *
   * @param value a text, a number or a list of texts; other values fit
   * @throws RefusedException if it does not fit
   */
  public void check(Object value) {
    if (value instanceof String text) {
      checkText(text);
    } else if (value instanceof Number number) {
      checkNumber(number.longValue());
    } else if (value instanceof List<?> several) {
      several.forEach(this::check);
    }
  }

  private void checkText(String text) {
    boolean inAddress = where == Param.Where.PATH || where == Param.Where.QUERY;
    if (inAddress && text.indexOf('\0') >= 0) {
      throw wrong(
          RefusalCode.NUL_CHARACTER,
          "'%s' holds a NUL character".formatted(name),
          "Nothing here has such a name.");
    }
    if (where == Param.Where.PATH && text.isEmpty()) {
      throw wrong(RefusalCode.BAD_ADDRESS, "'%s' must not be empty".formatted(name), description);
    }
    if (!words.isEmpty() && !words.contains(text)) {
      List<String> nearest = NearestNames.of(text, words);
      throw wrong(
          RefusalCode.UNKNOWN_WORD,
          "'%s' must not be '%s'".formatted(name, shortened(text)),
          nearest.isEmpty()
              ? "There are " + String.join(", ", words) + "."
              : "Did you mean " + String.join(" or ", nearest) + "?");
    }
  }

  private void checkNumber(long value) {
    if (range != null && (value < range.least() || value > range.most())) {
      throw wrong(
          RefusalCode.OUT_OF_RANGE,
          "'%s' must be %d to %d, was %d".formatted(name, range.least(), range.most(), value),
          description);
    }
  }

  /** A refusal of this input. */
  public RefusedException wrong(RefusalCode code, String message, String hint) {
    return RefusedException.of(code, name, message, hint);
  }

  /** The part of a caller's text that may be repeated in an answer. */
  public static String shortened(String text) {
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
  }
}
