package dev.escarole.engine.shell;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;

/**
 * Result of a line.
 *
 * @param exitCode the status of the last pipeline that ran, 0 if none did; after an error, its code
 * @param stages the executed commands in order
 * @param error why the line was stopped or did not start
 */
public record LineResult(
    int exitCode, Output stdout, List<Stage> stages, Optional<ShellError> error) {

  /** Copies the list. */
  public LineResult {
    stages = List.copyOf(stages);
  }

  static LineResult stopped(ShellError error, Output stdout, List<Stage> stages) {
    return new LineResult(error.exitCode(), stdout, stages, Optional.of(error));
  }

  /** Returns the concatenated standard error of the commands. */
  public Output stderr() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    stages.forEach(stage -> all.writeBytes(stage.stderr().bytes()));
    return Output.of(all.toByteArray(), false);
  }

  /**
   * One command.
   *
   * @param stderr its standard error; empty if it did not start
   */
  public record Stage(String command, Outcome outcome, Output stderr) {}
}
