package dev.escarole.engine.shell;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;

/** What came of a line. */
public sealed interface LineResult permits LineResult.Ended, LineResult.Stopped {

  /** Returns what the line wrote to standard output, byte for byte. */
  Output stdout();

  /** Returns every command that was asked for, in order; those that were skipped are not in it. */
  List<Stage> stages();

  /** Returns the status of the last pipeline, or the code that stands for the error. */
  int exitCode();

  /** Returns why the line was stopped or never began. */
  Optional<ShellError> error();

  /** Returns what the commands wrote to standard error, one after the other. */
  default Output stderr() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    stages().forEach(stage -> all.writeBytes(stage.stderr().bytes()));
    return Output.of(all.toByteArray(), false);
  }

  /**
   * One command.
   *
   * @param stderr what it wrote itself; empty if it never started
   */
  record Stage(String command, Outcome outcome, Output stderr) {}

  /**
   * The line came to its end.
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

  /** An error stopped the line, or kept it from beginning; nothing after it has run. */
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
