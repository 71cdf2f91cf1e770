package dev.escarole.recipe.template;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values in recipes: String, Boolean, Long, BigDecimal, and List and Map of these; null means
 * absent.
 */
public final class PlainValue {
  private static final int MAX_DIGITS = 400;
  private static final int SHOWN = 60;

  private PlainValue() {}

  /**
   * The value as one word of a command: text unchanged, numbers in plain notation, arrays and
   * objects as compact JSON.
   */
  public static String text(Object value) {
    return value instanceof List || value instanceof Map ? JsonText.write(value) : scalar(value);
  }

  /** The same; arrays and objects are metered, because they can be larger than their source. */
  static String text(Object value, ResolutionMeter meter) {
    return value instanceof List || value instanceof Map
        ? JsonText.write(value, meter)
        : scalar(value);
  }

  private static String scalar(Object value) {
    if (value instanceof String text) {
      return text;
    }
    if (value instanceof BigDecimal decimal) {
      return Math.abs((long) decimal.scale()) > MAX_DIGITS
          ? decimal.toString()
          : decimal.toPlainString();
    }
    return String.valueOf(value);
  }

  /** Whether the value is true in a condition. */
  public static boolean isTrue(@Nullable Object value) {
    if (value == null) {
      return false;
    }
    if (value instanceof List<?> list) {
      return !list.isEmpty();
    }
    if (value instanceof Map<?, ?> map) {
      return !map.isEmpty();
    }
    if (value instanceof BigDecimal number) {
      return number.signum() != 0;
    }
    return switch (text(value).strip().toLowerCase(Locale.ROOT)) {
      case "", "0", "false", "no" -> false;
      default -> true;
    };
  }

  /** The canonical form of the value: immutable, with other numeric types converted. */
  public static Object normalised(Object value) {
    if (value instanceof List<?> list) {
      return copyOfList(list);
    }
    if (value instanceof Map<?, ?> map) {
      return copyOfMap(map);
    }
    if (value instanceof Number number) {
      return number(number);
    }
    return value instanceof Boolean ? value : value.toString();
  }

  private static Object number(Number number) {
    if (number instanceof Integer || number instanceof Short || number instanceof Byte) {
      return number.longValue();
    }
    if (number instanceof Long || number instanceof BigDecimal) {
      return number;
    }
    if (number instanceof BigInteger big) {
      return new BigDecimal(big);
    }
    BigDecimal decimal = parseDecimal(number.toString());
    return decimal == null ? number.toString() : decimal;
  }

  private static List<@Nullable Object> copyOfList(List<?> list) {
    List<@Nullable Object> copy = new ArrayList<>(list.size());
    for (Object each : list) {
      copy.add(each == null ? null : normalised(each));
    }
    return Collections.unmodifiableList(copy);
  }

  private static Map<String, @Nullable Object> copyOfMap(Map<?, ?> map) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    map.forEach(
        (key, value) -> copy.put(String.valueOf(key), value == null ? null : normalised(value)));
    return Collections.unmodifiableMap(copy);
  }

  /** The canonical forms of named values, without null values. */
  public static Map<String, Object> named(Map<String, ? extends @Nullable Object> values) {
    Map<String, Object> copy = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          if (value != null) {
            copy.put(name, normalised(value));
          }
        });
    return Collections.unmodifiableMap(copy);
  }

  /**
   * Parses a decimal number in JSON notation, but also with a plus sign or leading zeros; null if
   * it is invalid.
   */
  public static @Nullable BigDecimal parseDecimal(String text) {
    if (text.isEmpty() || text.length() > MAX_DIGITS) {
      return null;
    }
    try {
      BigDecimal number = new BigDecimal(text);
      return Math.abs((long) number.scale()) > MAX_DIGITS ? null : number;
    } catch (NumberFormatException notANumber) {
      return null;
    }
  }

  /** The value as quoted in error messages, truncated. */
  public static String shown(Object value) {
    boolean json = value instanceof List || value instanceof Map;
    String text =
        value instanceof String string
            ? "'" + FactNames.named(string) + "'"
            : json ? JsonText.beginning(value, SHOWN) : text(value);
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }
}
