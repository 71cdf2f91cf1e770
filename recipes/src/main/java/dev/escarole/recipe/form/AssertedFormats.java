package dev.escarole.recipe.form;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.format.Format;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The formats that are enforced; all others are annotations. */
final class AssertedFormats {
  /** Dialect 2020-12 with only these formats. */
  static final Dialect DIALECT =
      Dialect.builder(Dialects.getDraft202012()).formats(AssertedFormats::replace).build();

  /** RFC 3339 with seconds and an offset; parsing checks the calendar. */
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?"
              + "(Z|[+-][0-9]{2}:[0-9]{2})");

  private AssertedFormats() {}

  private static void replace(Map<String, Format> formats) {
    formats.clear();
    add(formats, "path", AssertedFormats::isPath);
    add(formats, "date-time", AssertedFormats::isDateTime);
  }

  private static void add(Map<String, Format> formats, String name, Predicate<String> holds) {
    formats.put(
        name,
        new Format() {
          @Override
          public String getName() {
            return name;
          }

          @Override
          public String getMessageKey() {
            return "format";
          }

          @Override
          public boolean matches(ExecutionContext context, String value) {
            return holds.test(value);
          }
        });
  }

  /** A valid {@code path}: not empty, and without NUL. */
  private static boolean isPath(String text) {
    return !text.isEmpty() && text.indexOf('\0') < 0;
  }

  private static boolean isDateTime(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    if (!DATE_TIME.matcher(upper).matches()) {
      return false;
    }
    try {
      OffsetDateTime.parse(upper);
      return true;
    } catch (DateTimeParseException noSuchTime) {
      return false;
    }
  }
}
