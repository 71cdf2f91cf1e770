package dev.escarole.engine.shell;

import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.shell.ShellLine.Assignment;
import dev.escarole.engine.shell.ShellLine.Assignments;
import dev.escarole.engine.shell.ShellLine.Link;
import dev.escarole.engine.shell.ShellLine.Pipeline;
import dev.escarole.engine.shell.ShellLine.Step;

/** One line on its way from the first step to the last. Used once, by one thread. */
final class LineRun {

  private static final byte[] NOTHING = {};

  private final Session session;
  private final Cancellation cancellation;
  private final LineClock clock;
  private final LineLog log;
  private byte[] stdin;

  /**
   * Begins; the line's clock starts to run.
   *
   * @param stdin what the first command of the line reads
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
