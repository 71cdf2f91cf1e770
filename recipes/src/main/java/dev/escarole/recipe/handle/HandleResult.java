package dev.escarole.recipe.handle;

import dev.escarole.recipe.form.value.FormValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a handle call (Command Handle, sections 3.3 and 3.4). A non-zero exit code is a
 * normal result.
 *
 * @param stdout text, or bytes if the handle asks for them; null if not captured
 * @param stderr like {@code stdout}
 * @param truncated whether output was lost
 */
public record HandleResult(
    int exitCode, @Nullable FormValue stdout, @Nullable FormValue stderr, boolean truncated) {

  /**
   * The result as an object: {@code exitCode}, captured {@code stdout} and {@code stderr}, and
   * {@code truncated} if true.
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
