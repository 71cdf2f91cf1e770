package dev.escarole.engine.build;

import dev.escarole.engine.build.BuildFailedException.Reason;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Takes a module that some compiler has made elsewhere, of any language. The registry unwraps a
 * component for preview 1 and refuses any other. Immutable.
 */
public final class WasmLane implements Lane {

  @Override
  public List<String> languages() {
    return List.of("wasm");
  }

  @Override
  public Optional<String> missing(LaneTools tools) {
    return Optional.empty();
  }

  @Override
  public byte[] build(Sources sources, LaneTools tools) throws BuildFailedException {
    if (sources.files().size() != 1 || !sources.options().isEmpty()) {
      throw new BuildFailedException(
          Reason.BAD_SOURCES,
          "a prebuilt module is one file, and takes no options",
          "Give the module alone.");
    }
    return Objects.requireNonNull(sources.files().get(sources.main()));
  }
}
