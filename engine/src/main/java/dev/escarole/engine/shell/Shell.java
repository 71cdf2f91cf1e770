package dev.escarole.engine.shell;

import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Output;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A session of command lines: pipelines, lists, variables and redirections, where every command is
 * one invocation by the broker and nothing else can be named. Variables live as long as the
 * session.
 *
 * <p>Confined to one thread at a time; {@link Cancellation} may come from any.
 */
public final class Shell {

  private static final byte[] NOTHING = {};

  private final Session session;

  /**
   * Begins a session.
   *
   * @param broker runs every command
   * @param principal on whose behalf
   * @param options what the lines may use
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

  /** Evaluates one line whose first command reads nothing. */
  public LineResult evaluate(String line) {
    return evaluate(line, NOTHING, new Cancellation());
  }

  /**
   * Evaluates one line. It is read as a whole first, so a line with a mistake runs nothing.
   *
   * @param stdin what the first command of the line reads; not copied
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
}
