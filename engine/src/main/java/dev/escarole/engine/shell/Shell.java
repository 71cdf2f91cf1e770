package dev.escarole.engine.shell;

import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.Streams.InputSource;
import dev.escarole.engine.shell.Expansion.Variables;
import dev.escarole.engine.shell.ShellError.Bound;
import dev.escarole.engine.shell.ShellLine.Assignment;
import dev.escarole.engine.shell.ShellLine.Assignments;
import dev.escarole.engine.shell.ShellLine.Link;
import dev.escarole.engine.shell.ShellLine.Pipeline;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A session of command lines with pipelines, lists, variables and redirections. Every command is an
 * invocation by the broker. Variables live as long as the session.
 *
 * <p>Confined to one thread at a time; {@link Cancellation} can be used from any thread.
 */
public final class Shell {

  private static final byte[] NOTHING = {};

  private final Session session;

  /** Starts a session. */
  public Shell(ExecBroker broker, Principal principal, ShellOptions options) {
    this(broker, principal, options, System::nanoTime);
  }

  Shell(ExecBroker broker, Principal principal, ShellOptions options, LongSupplier nanos) {
    this.session =
        new Session(
            broker,
            principal,
            options,
            new Redirections(
                options.directories(),
                broker.reserved(),
                grant -> broker.refusal(principal, grant)),
            new Variables(),
            nanos);
  }

  /** Evaluates a line with empty input. */
  public LineResult evaluate(String line) {
    return evaluate(line, NOTHING, new Cancellation());
  }

  /**
   * Evaluates a line. It is parsed completely first, so a line with a syntax error runs nothing.
   *
   * @param stdin input of the first command; not copied
   * @param cancellation stops the line
   */
  public LineResult evaluate(String line, byte[] stdin, Cancellation cancellation) {
    return evaluate(line, new StageInput(stdin, null), cancellation);
  }

  /**
   * Evaluates a line whose first command reads its input when it wants it.
   *
   * @param stdin input of the first command; waiting for it takes none of the line's time
   * @param cancellation stops the line
   */
  public LineResult evaluate(String line, InputSource stdin, Cancellation cancellation) {
    return evaluate(line, new StageInput(NOTHING, stdin), cancellation);
  }

  private LineResult evaluate(String line, StageInput stdin, Cancellation cancellation) {
    LineLog log = new LineLog(session.options().lineOutputBytes());
    try {
      int status = run(Parser.parse(line), stdin, cancellation, log);
      return new LineResult(status, log.printed(), log.stages(), Optional.empty());
    } catch (LineStopped stopped) {
      return LineResult.stopped(stopped.error(), log.printed(), log.stages());
    }
  }

  private int run(ShellLine line, StageInput stdin, Cancellation cancellation, LineLog log)
      throws LineStopped {
    LineClock clock = new LineClock(session);
    StageInput input = stdin.offTheClock(clock);
    int status = 0;
    for (Link link : line.links()) {
      boolean runs =
          switch (link.when()) {
            case ALWAYS -> true;
            case AFTER_SUCCESS -> status == 0;
            case AFTER_FAILURE -> status != 0;
          };
      if (runs && link.step() instanceof Pipeline pipeline) {
        status = new PipelineRun(session, clock, log, pipeline).run(input, cancellation);
        input = StageInput.NONE;
      } else if (runs && link.step() instanceof Assignments assignments) {
        assign(assignments);
        status = 0;
      }
    }
    return status;
  }

  private void assign(Assignments assignments) throws LineStopped {
    for (Assignment each : assignments.all()) {
      session.variables().set(each.name(), session.expansion().of(each.value()));
    }
  }

  /** Data shared by all lines of a session. */
  record Session(
      ExecBroker broker,
      Principal principal,
      ShellOptions options,
      Redirections files,
      Variables variables,
      LongSupplier nanos) {

    Expansion expansion() {
      return new Expansion(variables, options.limits().argvBytes());
    }
  }

  /** Remaining time of a line. Immutable. */
  static final class LineClock {
    private final Session session;
    private final long deadline;
    private long waited;
    private long waitsSince;
    private boolean waits;

    LineClock(Session session) {
      this.session = session;
      this.deadline = session.nanos().getAsLong() + session.options().lineClock().toNanos();
    }

    /** Returns the remaining time, which is positive. */
    Duration remaining() throws LineStopped {
      if (isOver()) {
        throw timedOut();
      }
      return Duration.ofNanos(left());
    }

    boolean isOver() {
      return left() <= 0;
    }

    /** Returns the remaining nanoseconds; 0 or less if the time is over. */
    synchronized long left() {
      long now = session.nanos().getAsLong();
      return deadline + waited + (waits ? now - waitsSince : 0) - now;
    }

    /** The line waits for its caller from now on, which takes none of its time. */
    synchronized void beginWait() {
      waits = true;
      waitsSince = session.nanos().getAsLong();
    }

    synchronized void endWait() {
      waits = false;
      waited += session.nanos().getAsLong() - waitsSince;
    }

    LineStopped timedOut() {
      return LineStopped.limit(
          Bound.LINE_TIMED_OUT,
          "the line did not end within " + session.options().lineClock().toMillis() + " ms");
    }
  }

  /** Output and executed commands of a line. Confined to the line's thread. */
  static final class LineLog {
    private final long most;
    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final List<LineResult.Stage> stages = new ArrayList<>();
    private long stderrBytes;

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
      stderrBytes += stderr.size();
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
}
