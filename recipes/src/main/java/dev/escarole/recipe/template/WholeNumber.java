package dev.escarole.recipe.template;

import dev.escarole.recipe.template.SettingForm.ValueForm;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form of a whole number, written as a number or as text with placeholders. Values are Longs.
 *
 * @param unset the default; null if there is none
 * @param unit the unit, with a leading space; may be empty
 */
public record WholeNumber(long least, long most, @Nullable Long unset, String unit)
    implements ValueForm {

  /** Ten years: longer waits are typos, and sums of several do not overflow. */
  private static final long MOST_MILLISECONDS = 10L * 366 * 24 * 60 * 60 * 1000;

  static WholeNumber from(int least, @Nullable Long unset) {
    return new WholeNumber(least, Integer.MAX_VALUE, unset, "");
  }

  static WholeNumber milliseconds(@Nullable Long unset) {
    return new WholeNumber(0, MOST_MILLISECONDS, unset, " ms");
  }

  @Override
  public String expectation() {
    return "a whole number or a string";
  }

  @Override
  public boolean accepts(JsonType type) {
    return type == JsonType.NUMBER || type == JsonType.STRING;
  }

  @Override
  public Text read(String key, Object written) {
    Text value = Text.parseNumber(text(key, written));
    if (value.isLiteral()) {
      check(key, value.source(), value.source());
    }
    return value;
  }

  private static String text(String key, Object written) {
    try {
      return written instanceof BigDecimal number
          ? Long.toString(number.longValueExact())
          : String.valueOf(written);
    } catch (ArithmeticException notWhole) {
      throw new TemplateException(
          Codes.BAD_NUMBER, "'" + key + "' must be a whole number, not " + written, null);
    }
  }

  @Override
  public List<Mention> mentions(Object read) {
    return ((Text) read).mentions();
  }

  @Override
  public Long inScope(String key, Object read, Scope scope) {
    Text value = (Text) read;
    return check(key, value.textIn(scope, null), value.source());
  }

  @Override
  public boolean isEmptyIn(Object read, Scope scope) {
    Text value = (Text) read;
    return !value.isLiteral() && value.textIn(scope, null).isBlank();
  }

  private long check(String key, String text, String written) {
    long number;
    try {
      number = Long.parseLong(text.strip());
    } catch (NumberFormatException notANumber) {
      throw new TemplateException(
          Codes.BAD_NUMBER,
          "'"
              + key
              + "' must be a whole number, not "
              + PlainValue.shown(text)
              + origin(text, written),
          null);
    }
    if (!isInRange(number)) {
      throw new TemplateException(
          Codes.OUT_OF_RANGE,
          "'"
              + key
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

  private boolean isInRange(long number) {
    return number >= least && number <= most;
  }

  private static String origin(String text, String written) {
    return text.equals(written) ? "" : " (from " + written + ")";
  }

  @Override
  public String words(String key, Object value) {
    return key + " " + value + unit;
  }

  @Override
  public Long ofPlain(Object plain) {
    if (plain instanceof Number number && isInRange(number.longValue())) {
      return number.longValue();
    }
    throw new IllegalArgumentException("no number from " + least + " to " + most + ": " + plain);
  }
}
