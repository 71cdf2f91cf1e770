package dev.escarole.recipe.handle;

import dev.escarole.recipe.handle.HandleStreams.StreamMode;
import dev.escarole.recipe.template.Codes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parses the {@code io} of a handle (Command Handle, section 3.3). */
final class StreamsParser {
  private static final List<String> KEYS = List.of("stdin", "stdout", "stderr", "encoding");

  private final Findings findings;

  StreamsParser(Findings findings) {
    this.findings = findings;
  }

  HandleStreams parse(@Nullable Object written) {
    if (!(written instanceof Map<?, ?> io)) {
      findings.error(Codes.WRONG_TYPE, "'io' must be an object", null, "/io");
      return HandleStreams.DEFAULTS;
    }
    checkKeys(io);
    return new HandleStreams(mode(io, "stdout"), mode(io, "stderr"), encoding(io), false);
  }

  private void checkKeys(Map<?, ?> io) {
    for (Object key : io.keySet()) {
      if (!KEYS.contains(String.valueOf(key))) {
        findings.error(
            Codes.UNKNOWN_FIELD,
            "'io' has no field '" + key + "'",
            "Its fields are " + String.join(", ", KEYS) + ".",
            "/io/" + String.valueOf(key).replace("~", "~0").replace("/", "~1"));
      }
    }
  }

  private StreamMode mode(Map<?, ?> io, String key) {
    if (!io.containsKey(key)) {
      return StreamMode.PIPE;
    }
    return StreamMode.of(Objects.toString(io.get(key)))
        .orElseGet(
            () -> {
              findings.error(
                  HandleCodes.UNKNOWN_STREAM,
                  "'" + key + "' must be 'pipe', 'ignore' or 'inherit'",
                  null,
                  "/io/" + key);
              return StreamMode.PIPE;
            });
  }

  private StreamEncoding encoding(Map<?, ?> io) {
    if (!io.containsKey("encoding")) {
      return StreamEncoding.UTF8;
    }
    return StreamEncoding.of(Objects.toString(io.get("encoding")))
        .orElseGet(
            () -> {
              findings.error(
                  HandleCodes.UNKNOWN_CHARSET,
                  "unknown encoding",
                  Arrays.stream(StreamEncoding.values())
                      .map(StreamEncoding::word)
                      .collect(Collectors.joining(", ", "The encodings are ", ".")),
                  "/io/encoding");
              return StreamEncoding.UTF8;
            });
  }
}
