package dev.escarole.engine.shell;

import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.shell.Expansion.Variables;
import dev.escarole.engine.shell.ShellLine.Assignment;
import dev.escarole.engine.shell.ShellLine.Assignments;
import dev.escarole.engine.shell.ShellLine.Link;
import dev.escarole.engine.shell.ShellLine.Pipeline;
import dev.escarole.engine.shell.ShellLine.Step;
import java.util.List;
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

  /**
   * Starts a session.
   *
   * @param broker runs every command
   * @param principal the caller
   * @param options limits and directories of the session
   */
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
    ShellLine parsed;
    try {
      parsed = Parser.parse(line);
    } catch (SyntaxException e) {
      return new LineResult.Stopped(e.error(), Output.empty(), List.of());
    }
    return new LineRun(session, stdin, cancellation).run(parsed);
  }

  /** Executes one line. Used once, by one thread. */
  private static final class LineRun {

    private static final byte[] NOTHING = {};

    private final Session session;
    private final Cancellation cancellation;
    private final LineClock clock;
    private final LineLog log;
    private byte[] stdin;

    /**
     * Starts the line's clock.
     *
     * @param stdin input of the first command
     */
    LineRun(Session session, byte[] stdin, Cancellation cancellation) {
      this.session = session;
      this.stdin = stdin;
      this.cancellation = cancellation;
      this.clock = new LineClock(session);
      this.log = new LineLog(session.options().lineOutputBytes());
    }

    LineResult run(ShellLine line) {
      try {
        int status = 0;
        for (Link link : line.links()) {
          boolean runs =
              switch (link.when()) {
                case ALWAYS -> true;
                case AFTER_SUCCESS -> status == 0;
                case AFTER_FAILURE -> status != 0;
              };
          status = runs ? run(link.step()) : status;
        }
        return new LineResult.Ended(status, log.printed(), log.stages());
      } catch (LineStopped stopped) {
        return new LineResult.Stopped(stopped.error(), log.printed(), log.stages());
      }
    }

    private int run(Step step) throws LineStopped {
      if (step instanceof Pipeline pipeline) {
        byte[] first = stdin;
        stdin = NOTHING;
        return new PipelineRun(session, clock, log, pipeline).run(first, cancellation);
      }
      for (Assignment assignment : ((Assignments) step).all()) {
        session.variables().set(assignment.name(), session.expansion().of(assignment.value()));
      }
      return 0;
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

    /** Starts the expansion of one command's variables. */
    Expansion expansion() {
      return new Expansion(variables, options.limits().argvBytes());
    }
  }
}
