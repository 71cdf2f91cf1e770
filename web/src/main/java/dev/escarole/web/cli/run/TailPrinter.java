package dev.escarole.web.cli.run;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.output.AttemptOutputQuery;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.Tail;
import dev.escarole.web.app.output.Tail.TailQuery;
import dev.escarole.web.app.run.AttemptDetail;
import dev.escarole.web.app.run.StepName;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Prints what a step of a run writes while it runs: what is new each second, and the rest from the
 * record when an attempt has ended. Confined to one thread.
 */
public final class TailPrinter {

  private static final long PAUSE_MILLIS = 1_000;
  private static final int MOST_LOOKS = 20;

  private final Console console;
  private final Escarole escarole;
  private final StepName step;
  private final boolean stderr;

  /** The attempt that is being printed, and how much of its output was; 0 before the first. */
  private int attempt;

  private long printed;

  /** The last attempt of which everything was printed; 0 before the first. */
  private int complete;

  /**
   * @param stream {@code stdout} or {@code stderr}
   */
  public TailPrinter(Console console, Escarole escarole, StepName step, String stream) {
    this.console = console;
    this.escarole = escarole;
    this.step = step;
    this.stderr = stream.equals("stderr");
  }

  /**
   * Prints until the step has ended and no group around it can try it again.
   *
   * @throws UsageException if this thread is interrupted
   */
  public void follow() {
    while (true) {
      Tail tail = escarole.tail(query());
      Tail.Running running = tail.running();
      if (running != null) {
        turnTo(running.attempt());
        piece(stderr ? running.stderr() : running.stdout());
      } else if (tail.over()) {
        printLast();
        return;
      } else {
        printEnded();
      }
      pause();
    }
  }

  private TailQuery query() {
    return new TailQuery(
        step.run(), step.path(), attempt, stderr ? 0 : printed, stderr ? printed : 0);
  }

  private List<AttemptDetail> attempts() {
    return escarole.step(step).attempts();
  }

  /** The rest of an attempt that has ended, although another one may come much later. */
  private void printEnded() {
    if (attempt == 0 || complete == attempt) {
      return;
    }
    for (AttemptDetail each : attempts()) {
      if (each.picture().attempt() == attempt) {
        printRest(attempt);
        printed = stderr ? each.stderrBytes() : each.stdoutBytes();
        complete = attempt;
      }
    }
  }

  /** Another attempt has begun; what is left of those before it is on record. */
  private void turnTo(int now) {
    if (attempt == now) {
      return;
    }
    for (int before = attempt; before > 0 && before < now; before++) {
      if (isRecorded(before)) {
        printRest(before);
      }
      printed = 0;
      console.say("attempt " + (before + 1));
    }
    attempt = now;
    printed = 0;
  }

  /** Whether the end of an attempt is on record, which it is a moment after it has ended. */
  private boolean isRecorded(int wanted) {
    for (int i = 0; i < MOST_LOOKS; i++) {
      if (attempts().stream().anyMatch(each -> each.picture().attempt() == wanted)) {
        return true;
      }
      pause();
    }
    return false;
  }

  private void piece(Tail.Piece piece) {
    if (piece.skipped() > 0) {
      console.say(Amounts.text(piece.skipped()) + " left out");
    }
    console.print(piece.data());
    printed = piece.next();
  }

  private void printLast() {
    List<AttemptDetail> attempts = attempts();
    if (attempts.isEmpty()) {
      return;
    }
    int last = attempts.get(attempts.size() - 1).picture().attempt();
    turnTo(last);
    printRest(last);
  }

  private void printRest(int of) {
    OutputBytes bytes =
        escarole.attemptOutput(
            new AttemptOutputQuery(step.run(), step.path(), "" + of, stderr ? "stderr" : "stdout"));
    console.print(bytes.open(Math.min(printed, bytes.size()), bytes.size()));
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("interrupted", "the wait for the step was interrupted", "");
    }
  }
}
