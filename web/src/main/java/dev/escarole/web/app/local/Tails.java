package dev.escarole.web.app.local;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.command.OutputWatch.WrittenOutput;
import dev.escarole.engine.executor.RunningAttempt;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.StepDetails;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.web.app.output.Tail;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * What the commands of running steps have written so far, for runs that this server carries out.
 * Who looks asks from where it has read before and gets the rest, or the end of it if that is too
 * much: so a command that prints fast floods nobody, and nothing is kept for those who look.
 * Thread-safe.
 */
public final class Tails {

  /** Bytes of each output that are handed out at once. */
  public static final int MOST_BYTES = 64 * 1024;

  private final Installation service;

  Tails(Installation service) {
    this.service = service;
  }

  /**
   * How far somebody has read.
   *
   * @param attempt which one was read; of another one everything is new. 0 for none
   */
  public record Place(int attempt, long stdout, long stderr) {

    /** Nothing was read yet. */
    public static final Place START = new Place(0, 0, 0);
  }

  /** The running attempt of a step and what it has written behind a place; empty if none runs. */
  public Optional<Tail.Running> running(RunId id, String path, Place read) {
    return service.engine().handle(id).flatMap(run -> running(run, path, read));
  }

  private static Optional<Tail.Running> running(RunHandle run, String path, Place read) {
    return run.attempt(path).map(attempt -> running(attempt, read));
  }

  private static Tail.Running running(RunningAttempt now, Place read) {
    Place from = read.attempt() == now.attempt() ? read : Place.START;
    return new Tail.Running(
        now.attempt(),
        now.startedAt().truncatedTo(ChronoUnit.MILLIS),
        piece(now.output().stdout(), from.stdout()),
        piece(now.output().stderr(), from.stderr()));
  }

  private static Tail.Piece piece(WrittenOutput output, long read) {
    long size = output.size();
    long asked = Math.min(read, size);
    long from = Math.max(asked, size - MOST_BYTES);
    byte[] data = output.part(from, (int) (size - from));
    return new Tail.Piece(from, from + data.length, from - asked, data);
  }

  /**
   * What a step has written behind a place, and how far it has come. A step that has ended is over
   * once the groups around it that are tried again have ended, too.
   *
   * @throws dev.escarole.web.app.RefusedException if there is no such run or step
   */
  public Tail tail(RunId id, String name, Place read) {
    StepDetails details = service.runs().lookup().details(id, name);
    String path = details.step().place().path();
    Tail.Running now = running(id, path, read).orElse(null);
    if (now != null) {
      return new Tail(path, StepState.RUNNING, false, now);
    }
    StepState state = details.step().progress().state();
    boolean ended = state.isEnded() && !mayComeAgain(id, path);
    boolean over = ended || service.runs().lookup().run(id).status().isOver();
    return new Tail(path, state, over, null);
  }

  /** Whether a group around a step, or the step that it recovers, may have another attempt. */
  private boolean mayComeAgain(RunId id, String path) {
    int above = path.lastIndexOf('.');
    if (above < 0) {
      return false;
    }
    String parent = path.substring(0, above);
    StoredStep step = service.runs().lookup().details(id, parent).step();
    boolean tries = step.controls().retry() > 1 && !step.progress().state().isEnded();
    return tries || mayComeAgain(id, parent);
  }
}
