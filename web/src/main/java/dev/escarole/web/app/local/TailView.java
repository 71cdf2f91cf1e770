package dev.escarole.web.app.local;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The output so far of a step, from given places on. Immutable.
 *
 * @param state of the step
 * @param over whether no attempt will write any more
 * @param running the attempt that runs; null if none does, or if another process executes it
 */
public record TailView(String path, String state, boolean over, @Nullable Running running) {

  /**
   * A running attempt.
   *
   * @param attempt which try of the step it is in the whole run, from 1
   */
  public record Running(int attempt, Instant startedAt, Piece stdout, Piece stderr) {}

  /**
   * A piece of an output, up to where it has come.
   *
   * @param asked from which byte it was asked for
   * @param from its first byte; more than was asked for if bytes between were left out
   * @param bytes themselves, to be read only
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Piece(long asked, long from, byte[] bytes) {

    /** Where the next piece begins. */
    public long next() {
      return from + bytes.length;
    }

    /** How many bytes were left out, because more came than is handed out at once. */
    public long skipped() {
      return from - asked;
    }
  }
}
