package dev.escarole.engine.build;

import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Builds WebAssembly text by wabt's {@code wat2wasm}. Immutable. */
public final class WatLane implements Lane {

  private static final String COMPILER = "wat2wasm";

  @Override
  public List<String> languages() {
    return List.of("wat");
  }

  @Override
  public List<String> compilers() {
    return List.of(COMPILER);
  }

  @Override
  public Optional<String> missing(LaneTools tools) {
    return tools.has(COMPILER)
        ? Optional.empty()
        : Optional.of("The command wat2wasm is missing. Add it: escarole commands add wat2wasm");
  }

  @Override
  public byte[] build(Sources sources, LaneTools tools)
      throws BuildFailedException, InterruptedException {
    if (sources.files().size() != 1) {
      throw new BuildFailedException(
          BuildFailedException.Reason.BAD_SOURCES,
          "WebAssembly text is one file, but %d are given".formatted(sources.files().size()),
          "Give one file.");
    }
    tools.progress("wat2wasm " + sources.main());
    InvocationResult result =
        tools.execute(
            Invocation.of(COMPILER)
                .arguments(arguments(sources.options()))
                .stdin(Objects.requireNonNull(sources.files().get(sources.main())))
                .build());
    if (!result.outcome().equals(Outcome.exited(0))) {
      throw BuildFailedException.of(COMPILER, result);
    }
    return result.stdout().bytes();
  }

  private static List<String> arguments(List<String> options) {
    return Stream.concat(options.stream(), Stream.of("-", "--output=-")).toList();
  }
}
