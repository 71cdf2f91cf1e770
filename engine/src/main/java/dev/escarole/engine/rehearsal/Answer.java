package dev.escarole.engine.rehearsal;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.LeafResult;
import java.time.Duration;

/** What an attempt of a leaf does in a test. Immutable. */
public final class Answer {

  private final Way way;
  private final LeafResult result;
  private final long millis;

  /** Where the output of a leaf comes from. */
  enum Way {
    /** The test. */
    WRITTEN,
    /** Its input. */
    PASS,
    /** The command itself, which runs in the sandbox. */
    RUN
  }

  private Answer(Way way, LeafResult result, long millis) {
    this.way = way;
    this.result = result;
    this.millis = millis;
  }

  private static Answer of(Way way, Outcome outcome) {
    return new Answer(
        way, new LeafResult(outcome, Content.EMPTY, Content.EMPTY, /* fuelUsed= */ 0), 0);
  }

  /** Succeeds with this standard output. */
  public static Answer text(String stdout) {
    return exit(0).stdout(stdout);
  }

  /** Ends with this exit code, which is 0 to 255, and says nothing. */
  public static Answer exit(int code) {
    return of(Way.WRITTEN, Outcome.exited(code));
  }

  /** Ends otherwise than by itself, for instance by its time limit. */
  public static Answer ended(Outcome.Kind kind) {
    return kind == Outcome.Kind.EXITED
        ? exit(0)
        : of(Way.WRITTEN, Outcome.of(kind, "as the test has it"));
  }

  /** Passes its input on. */
  public static Answer pass() {
    return of(Way.PASS, Outcome.exited(0));
  }

  /** Runs the command in the sandbox. */
  public static Answer run() {
    return of(Way.RUN, Outcome.exited(0));
  }

  /** The same with another standard output; without effect where that is not the test's. */
  public Answer stdout(String text) {
    return new Answer(
        way, new LeafResult(result.outcome(), Content.of(text), result.stderr(), 0), millis);
  }

  /** The same with another standard error; without effect where that is not the test's. */
  public Answer stderr(String text) {
    return new Answer(
        way, new LeafResult(result.outcome(), result.stdout(), Content.of(text), 0), millis);
  }

  /** The same, taking this time on the clock of the test, which does not wait. */
  public Answer takes(Duration time) {
    return takes(time.toMillis());
  }

  Answer takes(long time) {
    return new Answer(way, result, time);
  }

  Way way() {
    return way;
  }

  /** Its result, if the test has written it. */
  LeafResult result() {
    return result;
  }

  /** How long it takes on the clock of the test. */
  long millis() {
    return millis;
  }
}
