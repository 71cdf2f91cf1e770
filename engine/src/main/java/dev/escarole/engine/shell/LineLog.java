package dev.escarole.engine.shell;

import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.shell.ShellError.Bound;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Output and executed commands of a line. Confined to the line's thread. */
final class LineLog {

  private final long most;
  private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
  private final List<LineResult.Stage> stages = new ArrayList<>();
  private long stderrBytes;

  /**
   * Creates an empty log.
   *
   * @param most maximum bytes of each of the two outputs
   */
  LineLog(long most) {
    this.most = most;
  }

  Output printed() {
    return Output.of(stdout.toByteArray(), false);
  }

  List<LineResult.Stage> stages() {
    return stages;
  }

  void print(byte[] bytes) throws LineStopped {
    if (bytes.length > most - stdout.size()) {
      throw tooLarge("standard output");
    }
    stdout.writeBytes(bytes);
  }

  void record(String command, InvocationResult result) throws LineStopped {
    boolean started = result.outcome().kind() == Outcome.Kind.EXITED || result.wallNanos() > 0;
    Output stderr = started ? result.stderr() : Output.empty();
    stderrBytes += stderr.bytes().length;
    if (stderrBytes > most) {
      throw tooLarge("standard error");
    }
    stages.add(new LineResult.Stage(command, result.outcome(), stderr));
  }

  private LineStopped tooLarge(String where) {
    return LineStopped.limit(
        Bound.OUTPUT_TOO_LARGE, "the line wrote more than " + most + " bytes to " + where);
  }
}
