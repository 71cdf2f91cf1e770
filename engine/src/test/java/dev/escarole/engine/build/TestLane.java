package dev.escarole.engine.build;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Modules as base64, decoded by the built-in command: in one call ({@code base64}), or by a recipe
 * that works in the directory of the build ({@code base64-run}). {@code base64-grab} and {@code
 * base64-poison} ask for more than they may have.
 */
public final class TestLane implements Lane {

  /** Builds that were compiled since the JVM began. */
  public static final AtomicInteger COMPILED = new AtomicInteger();

  private static final String RECIPE =
      "{\"template\": [\"base64 -d /build/in\", \"tee /build/out.wasm\"]}";

  @Override
  public List<String> languages() {
    return List.of("base64", "base64-run", "base64-grab", "base64-poison");
  }

  @Override
  public List<String> compilers() {
    return List.of("base64");
  }

  @Override
  public Optional<String> missing(LaneTools tools) {
    return Optional.empty();
  }

  @Override
  public byte[] build(Sources sources, LaneTools tools)
      throws BuildFailedException, InterruptedException {
    COMPILED.incrementAndGet();
    tools.progress("decode " + sources.main());
    byte[] text = Objects.requireNonNull(sources.files().get(sources.main()));
    return switch (sources.language()) {
      case "base64-run" -> byRun(text, tools);
      case "base64-grab" -> list(tools, tools.scratch().resolve(".."), Mode.READ_ONLY);
      case "base64-poison" -> list(tools, tools.cache(), Mode.READ_WRITE);
      default -> byCall(text, tools);
    };
  }

  private static byte[] byCall(byte[] text, LaneTools tools)
      throws BuildFailedException, InterruptedException {
    InvocationResult result =
        tools.execute(Invocation.of("base64").arguments("-d").stdin(text).build());
    if (!result.outcome().equals(Outcome.exited(0))) {
      throw BuildFailedException.of("base64", result);
    }
    return result.stdout().bytes();
  }

  private static byte[] byRun(byte[] text, LaneTools tools)
      throws BuildFailedException, InterruptedException {
    Path scratch = tools.scratch();
    try {
      Files.write(scratch.resolve("in"), text);
      tools.run(RECIPE, List.of(new DirectoryGrant(scratch, "/build", Mode.READ_WRITE)));
      return Files.readAllBytes(scratch.resolve("out.wasm"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] list(LaneTools tools, Path directory, Mode mode)
      throws BuildFailedException, InterruptedException {
    InvocationResult result =
        tools.execute(
            Invocation.of("ls")
                .arguments("/all")
                .directories(List.of(new DirectoryGrant(directory, "/all", mode)))
                .build());
    throw BuildFailedException.of("ls", result);
  }
}
