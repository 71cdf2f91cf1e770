package dev.escarole.web.app;

import dev.escarole.web.app.output.LogPage;
import dev.escarole.web.app.output.LogQuery;
import java.util.Set;

/** The verb about the log of a run: a row of {@link Verbs#ALL}. */
public final class LogVerbs {

  public static final Verb<LogQuery, LogPage> LOG =
      new Verb<>(
          "run.log",
          "getRunLog",
          "runs",
          "Shows what the commands of a run printed, in pages",
          "Outputs of ended attempts by the order of their ends; of one attempt, standard output"
              + " comes before standard error. When a single line was printed is not recorded, so"
              + " lines of steps that ran at the same time are not in the order of time. To follow"
              + " a run, ask again with 'end' as the cursor until it is over; what a running command"
              + " has printed so far is in the tail of its step.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/log", 200),
          LogQuery.class,
          LogPage.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.INVALID),
          Escarole::log);

  private LogVerbs() {}
}
