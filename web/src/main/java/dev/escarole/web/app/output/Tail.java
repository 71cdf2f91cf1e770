package dev.escarole.web.app.output;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Param;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the command of a step has written so far. */
public record Tail(
    String path,
    StepState status,
    @Documented(
            "Whether nothing more will come: the step has ended, and so has every group around it that is tried again.")
        boolean over,
    @Documented("The attempt that runs; null if none does, or if another process executes it.")
        @Nullable Running running) {

  /** An attempt under way. */
  public record Running(int attempt, Instant startedAt, Piece stdout, Piece stderr) {}

  /** A piece of an output, up to where it has come. */
  @SuppressWarnings("ArrayRecordComponent")
  public record Piece(
      @Documented("The first byte of this piece.") long from,
      @Documented("Where the next piece begins.") long next,
      @Documented("Bytes before this piece that were left out.") long skipped,
      byte[] data) {}

  /** Where somebody goes on reading what a running step writes. */
  public record TailQuery(
      @Param(
              value = "A run's id, the beginning of it, or 'last' for the newest run.",
              in = Param.Where.PATH,
              required = true)
          String run,
      @Param(
              value = "A step's place in the plan, such as 0.2.1, or a label that only it has.",
              in = Param.Where.PATH,
              required = true)
          String path,
      @Param(
              value = "The attempt that was read before.",
              in = Param.Where.QUERY,
              max = Integer.MAX_VALUE,
              byDefault = 0)
          int attempt,
      @Param(
              value = "How much of its standard output was read.",
              in = Param.Where.QUERY,
              max = Integer.MAX_VALUE,
              byDefault = 0)
          long stdout,
      @Param(
              value = "How much of its standard error was read.",
              in = Param.Where.QUERY,
              max = Integer.MAX_VALUE,
              byDefault = 0)
          long stderr) {}
}
