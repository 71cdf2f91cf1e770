package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.RunFilter;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StepDetails;
import dev.escarole.engine.store.StepQuery;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.RunVerbs;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.run.AttemptOutputQuery;
import dev.escarole.web.app.run.Joins;
import dev.escarole.web.app.run.OutputBytes;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunPage;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.app.run.RunsQuery;
import dev.escarole.web.app.run.StepDetail;
import dev.escarole.web.app.run.StepList;
import dev.escarole.web.app.run.StepsQuery;
import dev.escarole.web.app.run.Tail;
import dev.escarole.web.app.run.TailQuery;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What can be read of runs. Thread-safe. */
final class RunReading {

  private static final int LONGEST_SHOWN = 80;

  private static final int MOST_NAMED = 5;

  private final Installation installation;
  private final Engine engine;
  private final RunLookup lookup;

  RunReading(Installation installation, RunLookup lookup) {
    this.installation = installation;
    this.engine = installation.engine();
    this.lookup = lookup;
  }

  /** The run that is meant by an id, the beginning of one, or {@code last}. */
  StoredRun named(String run) {
    return lookup.named(run);
  }

  RunId id(String run) {
    return lookup.find(run);
  }

  /**
   * The run that somebody wants to change. If it is named in full, its principal decides whether
   * that may be, and not whether it can be seen.
   */
  RunId toChange(String run) {
    return RunId.isOne(run) ? installation.runs().lookup().run(new RunId(run)).id() : id(run);
  }

  RunHead head(String run) {
    return head(named(run));
  }

  RunHead head(RunId run) {
    return head(lookup.run(run));
  }

  private RunHead head(StoredRun run) {
    return Pictures.head(installation.stored().head(run));
  }

  RunPage runs(RunsQuery query) {
    Optional<String> own = lookup.sees();
    if (own.isEmpty()) {
      return page(query);
    }
    boolean other = query.principal() != null && !query.principal().equals(own.get());
    return other ? new RunPage(List.of(), null) : page(query.withPrincipal(own.get()));
  }

  private RunPage page(RunsQuery query) {
    RunQuery rows = RunQuery.latest(query.limit() + 1).withFilter(filter(query));
    Long before = Cursors.number(RunVerbs.RUNS, query.cursor());
    if (before != null) {
      rows = rows.withBeforeNumber(before);
    }
    List<StoredRun> all = engine.store().runs(rows);
    List<StoredRun> found = all.subList(0, Math.min(all.size(), query.limit()));
    StoredRuns stored = installation.stored();
    List<RunHead> heads =
        found.stream()
            .map(stored::head)
            .filter(head -> query.status().isEmpty() || query.status().contains(head.status()))
            .map(Pictures::head)
            .toList();
    boolean more = all.size() > found.size();
    Long next = more ? (Long) found.get(found.size() - 1).number() : null;
    return new RunPage(heads, Cursors.text(RunVerbs.RUNS, next));
  }

  private static RunFilter filter(RunsQuery query) {
    try {
      return RunFilter.ALL
          .withStatuses(Set.copyOf(query.status()))
          .withRecipe(query.recipe())
          .withLabel(query.label())
          .withPrincipal(query.principal())
          .withText(query.text())
          .withTimes(query.since(), query.until());
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          RefusalCode.BAD_FILTER, String.valueOf(e.getMessage()), "Search for a shorter text.");
    }
  }

  RunPicture run(String run) {
    return Pictures.run(installation.stored().view(named(run)));
  }

  PlanDocument plan(String run) {
    RunId id = id(run);
    return PlanPictures.of(
        engine.store().plan(id), engine.store().launch(id).orElseThrow().directories());
  }

  StepList steps(StepsQuery query) {
    RunId id = id(query.run());
    StepQuery rows =
        StepQuery.first(query.limit()).withStates(Set.copyOf(query.state())).withText(query.text());
    String parent = query.parent();
    if (parent != null) {
      rows = rows.withParent(details(id, parent).step().place().index());
    }
    Long after = Cursors.number(RunVerbs.STEPS, query.cursor());
    if (after != null) {
      rows = rows.withAfterIndex((int) Math.min(Integer.MAX_VALUE, Math.max(-1, after)));
    }
    List<StoredStep> steps = engine.store().reports().steps(id, rows);
    boolean more = steps.size() == query.limit();
    Integer next = more ? (Integer) steps.get(steps.size() - 1).place().index() : null;
    Map<String, Join> joins = joinsOf(id, steps);
    return new StepList(
        steps.stream()
            .map(step -> Pictures.step(StoredRuns.step(step), joins.get(step.place().path())))
            .toList(),
        Cursors.text(RunVerbs.STEPS, next));
  }

  private Map<String, Join> joinsOf(RunId id, List<StoredStep> steps) {
    Map<String, Join> joins = new HashMap<>();
    if (steps.stream().anyMatch(step -> step.kind().equals("parallel"))) {
      engine.store().joins(id).forEach(join -> joins.put(join.path(), join));
    }
    return joins;
  }

  private StepDetails details(RunId id, String path) {
    return lookup.details(id, path);
  }

  StepDetail step(String run, String path) {
    RunId id = id(run);
    StepDetails details = details(id, path);
    StoredStep step = details.step();
    Join join = joinsOf(id, List.of(step)).get(step.place().path());
    return new StepDetail(
        Pictures.step(StoredRuns.step(step), join),
        details.attempts().stream()
            .map(attempt -> Pictures.attempt(KeptAttempt.of(step, attempt)))
            .toList());
  }

  Joins joins(String run) {
    RunId id = id(run);
    if (engine.store().joins(id).isEmpty()) {
      return new Joins(List.of(), List.of());
    }
    StoredRuns.DecidedJoins all = installation.stored().joins(id);
    return Pictures.joins(all.joins(), all.states());
  }

  Joins join(String run, String name) {
    RunId id = id(run);
    StoredRuns.DecidedJoins all = installation.stored().joins(id);
    List<Join> joins = all.joins().stream().filter(join -> join.path().equals(name)).toList();
    if (joins.isEmpty()) {
      joins = all.joins().stream().filter(join -> name.equals(join.label())).toList();
    }
    if (joins.size() > 1) {
      throw new RefusedException(
          RefusalCode.AMBIGUOUS_STEP,
          "run %s: '%s' is the label of several joins".formatted(id, shortened(name)),
          "Give the path of one: "
              + joins.stream().limit(MOST_NAMED).map(Join::path).collect(Collectors.joining(", "))
              + ".");
    }
    if (joins.isEmpty()) {
      throw noSuchJoin(id, name);
    }
    return Pictures.joins(joins, all.states());
  }

  private static RefusedException noSuchJoin(RunId id, String name) {
    return new RefusedException(
        RefusalCode.NO_SUCH_JOIN,
        "run %s has no decided join at '%s'".formatted(id, shortened(name)),
        "A join is decided when all its branches have ended; the list of joins shows which are.");
  }

  OutputBytes output(String run, String stream) {
    StoredRun stored = named(run);
    String sha256 = stream.equals("stdin") ? stored.stdinSha256() : stored.stdoutSha256();
    if (sha256 == null) {
      throw new RefusedException(
          RefusalCode.NO_RESULT,
          "run %s has left no result: it is %s".formatted(stored.id(), stored.status().word()),
          "Wait for its end; the outputs of steps that have ended are there already.");
    }
    return StoredBytes.of(engine.store().reports(), sha256, stored.id() + "-" + stream, false);
  }

  OutputBytes attemptOutput(AttemptOutputQuery query) {
    RunId id = id(query.run());
    StepDetails details = details(id, query.path());
    StoredAttempt attempt = attempt(details, query.attempt());
    String name = "%s-%s-%d-%s".formatted(id, query.path(), attempt.attempt(), query.stream());
    boolean settled = !query.attempt().equals("last") && query.run().equals(id.value());
    ContentRef content =
        switch (query.stream()) {
          case "stdin" -> attempt.stdin();
          case "stdout" -> attempt.stdout();
          default -> attempt.stderr();
        };
    return StoredBytes.of(engine.store().reports(), content.sha256(), name, settled);
  }

  private static StoredAttempt attempt(StepDetails details, String wanted) {
    List<StoredAttempt> attempts = details.attempts();
    return attempts.stream()
        .filter(each -> wanted.equals("last") || wanted.equals("" + each.attempt()))
        .reduce((first, second) -> second)
        .orElseThrow(
            () ->
                new RefusedException(
                    RefusalCode.NO_SUCH_ATTEMPT,
                    "step %s has no attempt %s"
                        .formatted(
                            details.step().place().path(),
                            wanted.equals("last")
                                ? "that ended"
                                : shortened(wanted) + " that ended"),
                    attemptsOf(details)));
  }

  /** Which attempts there are to ask for. */
  private static String attemptsOf(StepDetails details) {
    if (!details.step().kind().equals("leaf")) {
      return "It is a group; only steps that run a command have an output of their own.";
    }
    List<StoredAttempt> attempts = details.attempts();
    return attempts.isEmpty()
        ? "None of its attempts has ended."
        : "Give 1 to %d, or last.".formatted(attempts.get(attempts.size() - 1).attempt());
  }

  Tail tail(TailQuery query) {
    Tails.Place read = new Tails.Place(query.attempt(), query.stdout(), query.stderr());
    TailView tail = installation.tails().tail(id(query.run()), query.path(), read);
    TailView.Running running = tail.running();
    return new Tail(
        tail.path(),
        StepState.ofWord(tail.state()),
        tail.over(),
        running == null
            ? null
            : new Tail.Running(
                running.attempt(),
                running.startedAt(),
                piece(running.stdout()),
                piece(running.stderr())));
  }

  private static Tail.Piece piece(TailView.Piece piece) {
    return new Tail.Piece(piece.from(), piece.next(), piece.skipped(), piece.bytes());
  }

  /** What of a caller's text may be repeated in an answer. */
  private static String shortened(String text) {
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
  }
}
