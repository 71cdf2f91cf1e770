package dev.escarole.web.app.command;

import dev.escarole.web.app.Param;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a command from source. Immutable. */
public record BuildRequest(
    @Param(value = "The name of the new command.", in = Param.Where.PATH, required = true)
        String name,
    @Param(value = "The language of the sources, such as c, js or wat.", required = true)
        String language,
    @Param(
            value =
                "The sources by their relative paths, the main one first: a text, {\"text\": …}, or {\"base64\": …} for bytes.",
            required = true)
        Map<String, @Nullable Object> files,
    @Param(value = "Options of the compiler.") List<String> options,
    @Param("The SHA-256 that the program must have, or it is not registered.")
        @Nullable String sha256) {

  public BuildRequest {
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    options = List.copyOf(options);
  }
}
