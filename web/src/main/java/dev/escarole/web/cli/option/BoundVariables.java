package dev.escarole.web.cli.option;

import dev.escarole.web.app.setup.StorageSettings;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.util.Map;

/** Variables that say how much is kept beside the runs. */
final class BoundVariables {

  private static final String CACHE_SIZE = "ESCAROLE_CACHE_SIZE";
  private static final String AUDIT_CALLS = "ESCAROLE_AUDIT_CALLS";
  private static final String AUDIT_LINES = "ESCAROLE_AUDIT_LINES";
  private static final String AUDIT_AGE = "ESCAROLE_AUDIT_AGE";

  private BoundVariables() {}

  /**
   * The settings with the bounds that the environment asks for.
   *
   * @throws UsageException if a variable has no meaning
   */
  static StorageSettings apply(StorageSettings settings, Map<String, String> environment) {
    StorageSettings all = settings;
    String cache = environment.getOrDefault(CACHE_SIZE, "");
    String calls = environment.getOrDefault(AUDIT_CALLS, "");
    String lines = environment.getOrDefault(AUDIT_LINES, "");
    String age = environment.getOrDefault(AUDIT_AGE, "");
    try {
      all = cache.isEmpty() ? all : all.withCacheBytes(Amounts.bytes(CACHE_SIZE, cache));
      all = calls.isEmpty() ? all : all.withAuditCalls(count(AUDIT_CALLS, calls));
      all = lines.isEmpty() ? all : all.withAuditLines(count(AUDIT_LINES, lines));
      return age.isEmpty() ? all : all.withAuditAge(Amounts.age(AUDIT_AGE, age));
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-bound",
          "a variable asks for what cannot be: " + e.getMessage(),
          "Set %s, %s, %s and %s to values in their ranges, or not at all."
              .formatted(CACHE_SIZE, AUDIT_CALLS, AUDIT_LINES, AUDIT_AGE));
    }
  }

  private static long count(String variable, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new UsageException(
          "bad-bound",
          variable + " is no number: " + TextFormat.plain(text),
          "Write for example 1000000, or unset it.");
    }
  }
}
