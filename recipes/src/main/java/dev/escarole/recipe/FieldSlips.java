package dev.escarole.recipe;

import dev.escarole.recipe.template.NearestName;
import dev.escarole.recipe.template.Setting;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells a misspelt field of ours from one that another language uses for itself. */
final class FieldSlips {
  private static final int LONG_WORD = 8;

  /** What people append to a number that they write in another unit. */
  private static final Set<String> UNITS =
      Set.of("ms", "millis", "milliseconds", "s", "sec", "secs", "seconds", "minutes");

  private FieldSlips() {}

  /** The field that {@code key} is probably meant as; null if it is meant as none of ours. */
  static @Nullable String meant(String key) {
    String lower = key.toLowerCase(Locale.ROOT);
    for (String field : candidates()) {
      if (NearestName.isSlip(lower, field, lower.length() >= LONG_WORD ? 2 : 1)
          || isVariant(plain(lower), plain(field))) {
        return field;
      }
    }
    return null;
  }

  /** The fields that can be misspelt; an address for editors is none of them. */
  static List<String> candidates() {
    return Arrays.stream(Setting.values())
        .map(Setting::key)
        .filter(key -> !key.startsWith("$"))
        .toList();
  }

  /** {@code minSuccessful}, {@code retries}, {@code timeout_ms}. */
  private static boolean isVariant(String written, String field) {
    if (written.equals(field)) {
      return true;
    }
    if (written.endsWith("ies") && field.endsWith("y")) {
      return written
          .substring(0, written.length() - 3)
          .equals(field.substring(0, field.length() - 1));
    }
    return written.startsWith(field) && UNITS.contains(written.substring(field.length()));
  }

  private static String plain(String key) {
    return key.replace("_", "").replace("-", "");
  }
}
