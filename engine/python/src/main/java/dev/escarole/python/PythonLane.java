package dev.escarole.python;

import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.BuildFailedException.Reason;
import dev.escarole.engine.build.Lane;
import dev.escarole.engine.build.LaneTools;
import dev.escarole.engine.build.Sources;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.wasm.PresetArguments;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Builds commands from Python: the interpreter, which always gets the files as its arguments. So a
 * built command starts as fast as {@code python} and is compiled no more than that. Immutable and
 * thread-safe.
 */
public final class PythonLane implements Lane {

  private static final String INTERPRETER = "python";
  private static final String STARTER = "command.py";

  @Override
  public List<String> languages() {
    return List.of("python", "py");
  }

  @Override
  public List<String> compilers() {
    return List.of(INTERPRETER);
  }

  @Override
  public Optional<String> missing(LaneTools tools) {
    return tools.has(INTERPRETER)
        ? Optional.empty()
        : Optional.of("The command python is missing: put escarole-python on the class path.");
  }

  @Override
  public byte[] build(Sources sources, LaneTools tools) throws BuildFailedException {
    if (!sources.options().isEmpty()) {
      throw new BuildFailedException(
          Reason.BAD_SOURCES, "Python takes no options", "Leave out the options.");
    }
    ArtifactId python = tools.artifact(INTERPRETER).orElseThrow();
    tools.progress(INTERPRETER + " gets " + sources.main());
    try {
      String code = starter().replace("(PACKED)", "('" + packed(sources) + "')");
      return new PresetArguments(tools.read(python), List.of("-c", code)).module();
    } catch (IllegalArgumentException e) {
      throw new BuildFailedException(
          Reason.BAD_SOURCES,
          "the program is too large once it is packed: " + e.getMessage(),
          "Keep packages and data in a directory that is granted.");
    }
  }

  /** JSON in which nothing has to be escaped: paths have been checked, and contents are base64. */
  private static String packed(Sources sources) {
    Base64.Encoder base64 = Base64.getEncoder();
    return new TreeMap<>(sources.files())
        .entrySet().stream()
            .map(
                each ->
                    "\"%s\":\"%s\""
                        .formatted(each.getKey(), base64.encodeToString(each.getValue())))
            .collect(
                Collectors.joining(",", "{\"main\":\"" + sources.main() + "\",\"files\":{", "}}"));
  }

  private static String starter() {
    try (InputStream in = PythonLane.class.getResourceAsStream(STARTER)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(STARTER + " cannot be read", e);
    }
  }
}
