package dev.escarole.samples.bench;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Leaves of an interpreter side by side, as durable steps of a run in a warm engine. */
final class DurableLeaves extends Contender {

  private final Path directory;
  private final RunRequest request;
  private final @Nullable Program program;
  private @Nullable Engine engine;

  /**
   * A program that the engine does not have.
   *
   * @param name of the command
   * @param source of its bytes
   */
  record Program(String name, Source source) {

    /** Makes the bytes of a program. */
    interface Source {
      byte[] bytes() throws IOException, InterruptedException;
    }
  }

  /**
   * @param template of a leaf
   * @param program that is added first; null for a built-in command
   */
  DurableLeaves(
      String task, String template, int leaves, Path directory, @Nullable Program program) {
    super(task, EscaroleRuns.DURABLE, leaves);
    this.directory = directory;
    this.program = program;
    String recipe =
        "{\"parallel\": true, \"repeat\": %d, \"template\": \"%s\"}".formatted(leaves, template);
    this.request = RunRequest.of(new RecipeReader().read(recipe, "bench.json")).build();
  }

  @Override
  void warmUp(int rounds) throws IOException, InterruptedException {
    engine = Engine.open(EngineOptions.at(directory));
    if (program != null) {
      byte[] bytes = program.source().bytes();
      try {
        engine.addCommand(program.name(), bytes, ArgumentMode.ARGV);
      } catch (CommandRefusedException e) {
        throw new IOException(e);
      }
    }
    super.warmUp(rounds);
  }

  @Override
  void round() throws IOException, InterruptedException {
    RunResult result = Objects.requireNonNull(engine, "BUG: not warm").run(request);
    if (result.status() != RunStatus.DONE) {
      throw new IOException(title() + " ended " + result.status().word());
    }
  }

  @Override
  Path outputs() {
    return directory;
  }

  @Override
  public void close() {
    if (engine != null) {
      engine.close();
    }
  }
}
