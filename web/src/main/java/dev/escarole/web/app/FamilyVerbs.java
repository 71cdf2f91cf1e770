package dev.escarole.web.app;

import dev.escarole.web.app.compare.RunComparison;
import dev.escarole.web.app.compare.RunFamily;
import dev.escarole.web.app.compare.TextDifference;
import dev.escarole.web.app.run.RunName;
import java.util.Set;

/** The verbs about a run among others: rows of {@link Verbs#ALL}. */
public final class FamilyVerbs {

  public static final Verb<RunName, RunFamily> FAMILY =
      new Verb<>(
          "run.family",
          "getRunFamily",
          "runs",
          "Shows the runs around a run",
          "The run that it reruns, those that rerun it, the previous and the next run of its recipe, and the last good one before it.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/family", 200),
          RunName.class,
          RunFamily.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::family);

  public static final Verb<RunComparison.Query, RunComparison> COMPARE =
      new Verb<>(
          "run.compare",
          "compareRuns",
          "runs",
          "Compares two runs: plan, values, states, durations and outputs",
          "Outputs are compared by their hashes. The first run is 'before', the other one 'after'; they may be of different recipes, and may still be running.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/compare/{other}", 200),
          RunComparison.Query.class,
          RunComparison.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.INVALID),
          Escarole::compare);

  public static final Verb<TextDifference.Query, TextDifference> DIFFERENCE =
      new Verb<>(
          "run.difference",
          "getTextDifference",
          "runs",
          "Compares two texts of runs line by line",
          "The recipe of a run can also be compared with the recipe of its name in the watched folder.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/runs/{run}/difference/{what}", 200),
          TextDifference.Query.class,
          TextDifference.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT, RefusalCode.Kind.INVALID),
          Escarole::difference);

  private FamilyVerbs() {}
}
