package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.run.CauseTally;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.RunRelatives;
import dev.escarole.engine.store.StepDetails;
import dev.escarole.engine.store.StepQuery;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.web.app.FamilyVerbs;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.RunVerbs;
import dev.escarole.web.app.VerbInput;
import dev.escarole.web.app.cause.CauseList;
import dev.escarole.web.app.cause.CausesQuery;
import dev.escarole.web.app.compare.RunComparison;
import dev.escarole.web.app.compare.RunFamily;
import dev.escarole.web.app.compare.TextDifference;
import dev.escarole.web.app.local.compare.ComparedText;
import dev.escarole.web.app.local.compare.RunComparisons;
import dev.escarole.web.app.local.output.Cursors;
import dev.escarole.web.app.local.output.LogReading;
import dev.escarole.web.app.local.output.RunFileReading;
import dev.escarole.web.app.local.output.StoredBytes;
import dev.escarole.web.app.output.AttemptOutputQuery;
import dev.escarole.web.app.output.LogPage;
import dev.escarole.web.app.output.LogQuery;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.Tail;
import dev.escarole.web.app.output.Tail.TailQuery;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.run.Cause;
import dev.escarole.web.app.run.Joins;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunOrigin;
import dev.escarole.web.app.run.RunPage;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.app.run.RunTimeline;
import dev.escarole.web.app.run.RunsQuery;
import dev.escarole.web.app.run.StepDetail;
import dev.escarole.web.app.run.StepErrors;
import dev.escarole.web.app.run.StepList;
import dev.escarole.web.app.run.StepsQuery;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads runs. Thread-safe. */
final class RunReading {

  private static final int MOST_NAMED = 5;

  private final Installation installation;
  private final Engine engine;
  private final RunLookup lookup;

  RunReading(Installation installation, RunLookup lookup) {
    this.installation = installation;
    this.engine = installation.engine();
    this.lookup = lookup;
  }

  /** The run of an id, the beginning of one, or {@code last}. */
  StoredRun named(String run) {
    return lookup.named(run);
  }

  RunId id(String run) {
    return lookup.find(run);
  }

  /**
   * The run that a request changes. If its id is complete, it is found even if the actor does not
   * see it: its principal decides about the change.
   */
  RunId toChange(String run) {
    return RunId.isOne(run) ? installation.runs().lookup().run(new RunId(run)).id() : id(run);
  }

  /** The principal whose runs alone the actor sees; empty for all. */
  Optional<String> sees() {
    return lookup.sees();
  }

  /** The path of a step that is named by its path or its label. */
  String path(RunId id, String step) {
    return details(id, step).step().place().path();
  }

  RunHead head(String run) {
    return head(named(run));
  }

  RunHead head(RunId run) {
    return head(lookup.run(run));
  }

  RunHead head(StoredRun run) {
    RunHead head = installation.heads().apply(run);
    return head.status() == RunStatus.QUEUED && head.queue() == null
        ? engine.housekeeping().nodeWait(run.id()).map(head::withNodeWait).orElse(head)
        : head;
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
    RunQuery rows = RunQuery.latest(query.limit() + 1).withFilter(RunFilters.of(query));
    Long before = Cursors.number(RunVerbs.RUNS, query.cursor());
    if (before != null) {
      rows = rows.withBeforeNumber(before);
    }
    List<StoredRun> all = engine.records().runs(rows);
    List<StoredRun> found = all.subList(0, Math.min(all.size(), query.limit()));
    List<RunHead> heads =
        found.stream()
            .map(installation.heads())
            .filter(head -> query.status().isEmpty() || query.status().contains(head.status()))
            .toList();
    boolean more = all.size() > found.size();
    Long next = more ? (Long) found.get(found.size() - 1).number() : null;
    return new RunPage(heads, Cursors.text(RunVerbs.RUNS, next));
  }

  RunPicture run(String run) {
    StoredRun stored = named(run);
    return WholeRuns.stored(engine.records(), stored, head(stored), http(stored.id()));
  }

  private RunPicture.@Nullable HttpUse http(RunId run) {
    return HttpUses.of(engine, run, engine.records().http(run));
  }

  PlanDocument plan(String run) {
    RunId id = id(run);
    return PlanPictures.of(
        engine.records().plan(id),
        engine.records().launchWithoutInput(id).orElseThrow().directories());
  }

  StepList steps(StepsQuery query) {
    StoredRun run = named(query.run());
    RunId id = run.id();
    StepQuery rows =
        StepQuery.first(query.limit() + 1)
            .withStates(Set.copyOf(query.state()))
            .withText(query.text())
            .withCause(query.cause());
    String parent = query.parent();
    if (parent != null) {
      rows = rows.withParent(details(id, parent).step().place().index());
    }
    Long after = Cursors.number(RunVerbs.STEPS, query.cursor());
    if (after != null) {
      rows = rows.withAfterIndex((int) Math.min(Integer.MAX_VALUE, Math.max(-1, after)));
    }
    List<StoredStep> all = engine.records().steps(id, rows);
    List<StoredStep> steps = all.subList(0, Math.min(all.size(), query.limit()));
    Integer next =
        all.size() > steps.size() ? (Integer) steps.get(steps.size() - 1).place().index() : null;
    Map<String, Join> joins = joinsOf(run, steps);
    return new StepList(
        steps.stream().map(step -> Pictures.step(step, joins.get(step.place().path()))).toList(),
        Cursors.text(RunVerbs.STEPS, next));
  }

  private Map<String, Join> joinsOf(StoredRun run, List<StoredStep> steps) {
    return steps.stream().anyMatch(step -> step.kind().equals("parallel"))
        ? installation.keptRuns().joins(run)
        : Map.of();
  }

  private StepDetails details(RunId id, String path) {
    return lookup.details(id, path);
  }

  StepDetail step(String run, String path) {
    StoredRun stored = named(run);
    StepDetails details = details(stored.id(), path);
    StoredStep step = details.step();
    // Of a step that waits, no command is called.
    boolean leaf = step.kind().equals("leaf") && step.controls().awaits() == null;
    Join join = joinsOf(stored, List.of(step)).get(step.place().path());
    return new StepDetail(
        Pictures.step(step, join),
        PlanPictures.control(step.controls()),
        leaf ? installation.keptRuns().caching(stored.id(), step.place().index()) : null,
        leaf ? Pictures.limits(limitsNow(stored.principal(), step)) : null,
        details.attempts().stream().map(attempt -> Pictures.detail(step, attempt)).toList());
  }

  private Limits limitsNow(String principal, StoredStep step) {
    Limits limits =
        engine.policy(new Principal(principal, false)).grants().limits().orElseGet(engine::limits);
    long timeout = step.controls().timeoutMillis();
    return timeout == 0 ? limits : limits.narrowedTo(Duration.ofMillis(timeout));
  }

  RunTimeline timeline(String run) {
    StoredRun stored = named(run);
    RunId id = stored.id();
    return Timelines.of(
        engine.records(),
        stored,
        head(stored),
        http(id),
        // What runs here has its plan in memory.
        () -> engine.handle(id).map(RunHandle::plan).orElseGet(() -> engine.records().plan(id)),
        installation.clock().instant());
  }

  RunOrigin origin(String run) {
    StoredRun stored = named(run);
    NewRun launch = engine.records().launchWithoutInput(stored.id()).orElseThrow();
    NewRun.Again again = launch.again();
    return new RunOrigin(
        stored.id().value(),
        launch.recipeSource(),
        launch.values(),
        engine.records().computed(stored.id()).stream().map(Pictures::computed).toList(),
        launch.directories(),
        engine.records().contentSize(ContentRef.ofRun(stored.stdinSha256())).orElse(0),
        stored.stepCount(),
        again == null ? null : again.of().value(),
        again == null ? null : again.scope().text());
  }

  RunFamily family(String name) {
    StoredRun run = named(name);
    RunId of = run.rerunOf();
    RunRelatives relatives = engine.records().relatives(run, sees().orElse(null));
    return new RunFamily(
        run.id().value(),
        run.recipe(),
        of == null ? null : new RunFamily.Earlier(of.value(), ifSeen(of)),
        relatives.reruns().stream().map(this::head).toList(),
        ifAny(relatives.previous()),
        ifAny(relatives.next()),
        ifAny(relatives.lastGood()));
  }

  private @Nullable RunHead ifAny(@Nullable StoredRun run) {
    return run == null ? null : head(run);
  }

  /** Null for one that was deleted, or of a principal whose runs the actor does not see. */
  private @Nullable RunHead ifSeen(RunId run) {
    try {
      return head(run);
    } catch (RefusedException e) {
      if (e.code() != RefusalCode.NO_SUCH_RUN) {
        throw e;
      }
      return null;
    }
  }

  RunComparison compare(RunComparison.Query query) {
    StoredRun before = named(query.run());
    StoredRun after = named(query.other());
    Long place = Cursors.number(FamilyVerbs.COMPARE, query.cursor());
    RunComparisons comparisons = new RunComparisons(engine.records(), Pictures::step);
    KeptRuns kept = installation.keptRuns();
    RunComparisons.Compared compared =
        kept.compared(
            before,
            after,
            () ->
                comparisons.compared(
                    comparisons.side(before, kept.joins(before)),
                    comparisons.side(after, kept.joins(after))));
    RunComparisons.Place from =
        new RunComparisons.Place(query.only(), place == null ? 0 : place, query.limit());
    RunComparisons.Part part = compared.part(from);
    return part.of(
        new RunComparisons.Ends(before, head(before)),
        new RunComparisons.Ends(after, head(after)),
        Cursors.text(FamilyVerbs.COMPARE, part.next()));
  }

  TextDifference difference(TextDifference.Query query) {
    String other = query.other();
    ComparedText before = text(query.run(), query.what(), query.path());
    String path = query.otherPath() == null ? query.path() : query.otherPath();
    return before.difference(other == null ? now(query) : text(other, query.what(), path));
  }

  private ComparedText now(TextDifference.Query query) {
    if (!query.what().equals("recipe")) {
      throw RefusedException.of(
          RefusalCode.MISSING_PARAMETER,
          "other",
          "'other' is missing: only a recipe can be compared without another run",
          "Name the run to compare with.");
    }
    WantedRecipe.Named named = new WantedRecipe.Named(named(query.run()).recipe());
    return ComparedText.of("now", installation.recipes().find(named).portable());
  }

  private ComparedText text(String run, String what, @Nullable String path) {
    RunId id = id(run);
    String name = id.value();
    return switch (what) {
      case "recipe" ->
          ComparedText.of(
              name, engine.records().launchWithoutInput(id).orElseThrow().recipeSource());
      case "input" -> ComparedText.of(name, output(name, "stdin"));
      case "result" -> ComparedText.of(name, output(name, "stdout"));
      default -> text(id, what, path);
    };
  }

  private ComparedText text(RunId run, String stream, @Nullable String name) {
    if (name == null) {
      throw RefusedException.of(
          RefusalCode.MISSING_PARAMETER,
          "path",
          "'path' is missing: the outputs of a step are compared",
          "Name the step, such as 0.2.1.");
    }
    String step = path(run, name);
    return ComparedText.of(
        run + " " + step, attemptOutput(new AttemptOutputQuery(run.value(), step, "last", stream)));
  }

  CauseList causes(CausesQuery query) {
    RunId id = id(query.run());
    String step = query.step();
    String place = step == null ? null : details(id, step).step().place().path();
    List<CauseTally.Failed> failures =
        engine.records().failures(id).values().stream()
            .filter(each -> place == null || (each.path() + ".").startsWith(place + "."))
            .toList();
    return new CauseList(failures.size(), Cause.ofFailures(failures));
  }

  StepErrors errors(StepErrors.Query steps) {
    Map<String, String> lines = engine.records().firstErrors(id(steps.run()), steps.path());
    return new StepErrors(
        lines.entrySet().stream()
            .filter(line -> steps.path().contains(line.getKey()))
            .sorted(Comparator.comparingInt(line -> steps.path().indexOf(line.getKey())))
            .map(line -> new StepErrors.StepError(line.getKey(), line.getValue()))
            .toList());
  }

  OutputBytes joinText(String run, String name) {
    StoredRun stored = named(run);
    Join join = decided(stored.id(), installation.keptRuns().joins(stored).values(), name);
    return installation
        .keptRuns()
        .text(stored, join.path())
        .orElseThrow(() -> noSuchJoin(stored.id(), name));
  }

  Joins joins(String run) {
    RunId id = id(run);
    if (engine.records().joins(id).isEmpty()) {
      return new Joins(List.of(), List.of());
    }
    StoredDetails all = new StoredDetails(engine.records(), id);
    return Pictures.joins(all.joins(), all.states());
  }

  Joins join(String run, String name) {
    RunId id = id(run);
    StoredDetails all = new StoredDetails(engine.records(), id);
    return Pictures.joins(List.of(decided(id, all.joins(), name)), all.states());
  }

  /** The join of a path, or of a label that only it has. */
  private static Join decided(RunId id, Collection<Join> all, String name) {
    List<Join> joins = all.stream().filter(join -> join.path().equals(name)).toList();
    if (joins.isEmpty()) {
      joins = all.stream().filter(join -> name.equals(join.label())).toList();
    }
    if (joins.size() > 1) {
      throw new RefusedException(
          RefusalCode.AMBIGUOUS_STEP,
          "run %s: '%s' is the label of several joins".formatted(id, VerbInput.shortened(name)),
          "Give the path of one: "
              + joins.stream().limit(MOST_NAMED).map(Join::path).collect(Collectors.joining(", "))
              + ".");
    }
    if (joins.isEmpty()) {
      throw noSuchJoin(id, name);
    }
    return joins.get(0);
  }

  private static RefusedException noSuchJoin(RunId id, String name) {
    return new RefusedException(
        RefusalCode.NO_SUCH_JOIN,
        "run %s has no decided join at '%s'".formatted(id, VerbInput.shortened(name)),
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
    ContentRef content = ContentRef.ofRun(sha256);
    return StoredBytes.of(engine.records(), content, stored.id() + "-" + stream, false);
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
    return StoredBytes.of(engine.records(), content, name, settled);
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
                                : VerbInput.shortened(wanted) + " that ended"),
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

  LogPage log(LogQuery query) {
    // First, for then nothing can be missing of a run that is over.
    StoredRun stored = named(query.run());
    String branch = query.branch();
    String under = branch == null ? null : path(stored.id(), branch);
    return new LogReading(engine.records(), stored.id(), query, under)
        .page(stored.status().isOver());
  }

  RunFileReading files() {
    return new RunFileReading(engine);
  }

  Tail tail(TailQuery query) {
    Tails.Place read = new Tails.Place(query.attempt(), query.stdout(), query.stderr());
    return installation.tails().tail(id(query.run()), query.path(), read);
  }
}
