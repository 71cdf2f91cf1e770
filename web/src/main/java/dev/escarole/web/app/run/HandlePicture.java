package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the last call of a Command Handle gave back. */
public record HandlePicture(
    @Made.Path String path,
    @Nullable String label,
    String handle,
    @Documented("exitCode, and of each captured stream its text or Base64.")
        Map<String, Object> result) {
  public HandlePicture {
    result = Collections.unmodifiableMap(new LinkedHashMap<>(result));
  }
}
