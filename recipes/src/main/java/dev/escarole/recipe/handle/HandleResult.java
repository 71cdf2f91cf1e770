package dev.escarole.recipe.handle;

import dev.escarole.recipe.form.value.FormValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a call of a handle gives back (Command Handle, sections 3.3 and 3.4). An exit code other
 * than 0 is a result like any other.
 *
 * @param stdout text, or bytes if the handle asks for them; null when it was not captured
 * @param stderr likewise
 * @param truncated whether more was printed than is here
 */
public record HandleResult(
    int exitCode, @Nullable FormValue stdout, @Nullable FormValue stderr, boolean truncated) {

  /**
   * The result as an object: {@code exitCode}, {@code stdout} and {@code stderr} where they were
   * captured, and {@code truncated} where it is true.
   */
  public Map<String, Object> plain() {
    Map<String, Object> plain = new LinkedHashMap<>();
    plain.put("exitCode", exitCode);
    put(plain, "stdout", stdout);
    put(plain, "stderr", stderr);
    if (truncated) {
      plain.put("truncated", true);
    }
    return Collections.unmodifiableMap(plain);
  }

  private static void put(Map<String, Object> plain, String name, @Nullable FormValue captured) {
    Object value = captured == null ? null : captured.plain();
    if (value != null) {
      plain.put(name, value);
    }
  }
}
