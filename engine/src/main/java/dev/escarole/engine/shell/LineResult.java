package dev.escarole.engine.shell;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;

/** Result of a line. */
public sealed interface LineResult permits LineResult.Ended, LineResult.Stopped {

  /** Returns the line's standard output. */
  Output stdout();

  /** Returns the executed commands in order. */
  List<Stage> stages();

  /** Returns the status of the last pipeline, or the error's exit code. */
  int exitCode();

  /** Returns why the line was stopped or did not start. */
  Optional<ShellError> error();

  /** Returns the concatenated standard error of the commands. */
  default Output stderr() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    stages().forEach(stage -> all.writeBytes(stage.stderr().bytes()));
    return Output.of(all.toByteArray(), false);
  }

  /**
   * One command.
   *
   * @param stderr its standard error; empty if it did not start
   */
  record Stage(String command, Outcome outcome, Output stderr) {}

  /**
   * The line ended.
   *
   * @param exitCode the status of the last pipeline that ran; 0 if none did
   */
  record Ended(int exitCode, Output stdout, List<Stage> stages) implements LineResult {

    /** Copies the list. */
    public Ended {
      stages = List.copyOf(stages);
    }

    @Override
    public Optional<ShellError> error() {
      return Optional.empty();
    }
  }

  /** An error stopped the line or prevented its start. */
  record Stopped(ShellError reason, Output stdout, List<Stage> stages) implements LineResult {

    /** Copies the list. */
    public Stopped {
      stages = List.copyOf(stages);
    }

    @Override
    public int exitCode() {
      return reason.exitCode();
    }

    @Override
    public Optional<ShellError> error() {
      return Optional.of(reason);
    }
  }
}
