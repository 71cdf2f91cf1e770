package dev.escarole.web.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.RunFilter;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StepDetails;
import dev.escarole.engine.store.StepQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.view.KeptAttempt;
import dev.escarole.web.view.RunJson;
import dev.escarole.web.view.RunView;
import dev.escarole.web.view.StoredRuns;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Operations that look at runs. */
final class RunReads {

  /** The group of all operations on runs. */
  static final String TAG = "runs";

  private static final Field RUN =
      Field.text("run", "A run's id, the beginning of it, or 'last' for the newest run.");
  private static final Field STEP =
      Field.text("path", "A step's place in the plan, such as 0.2.1, or a label that only it has.");

  /** Bytes of a result from which on the answer is not put together before it is sent. */
  private static final long LARGE = 1 << 20;

  private final Installation service;
  private final RunAnswers answers;

  RunReads(Installation service) {
    this.service = service;
    this.answers = new RunAnswers(service);
  }

  List<Operation> all() {
    return List.of(list(), get(), plan(), steps(), step(), joins(), join());
  }

  /** The input that names a run. */
  static Field run() {
    return RUN;
  }

  /** The input that names a step. */
  static Field step(String name) {
    return new Field(name, STEP.kind(), STEP.description(), true, List.of(), null);
  }

  private StoredRun run(Request request) {
    return service.runs().lookup().named(request.required("run"));
  }

  private Operation list() {
    return Operation.of("GET", "/runs", Role.VIEWER)
        .named("listRuns", TAG)
        .says("Lists runs, newest first", "Each condition narrows the list.")
        .asks(
            Pages.with(
                List.of(
                    Field.of(Field.Kind.TEXTS, "status", "Only runs of one of these statuses.")
                        .among(Arrays.stream(RunStatus.values()).map(RunStatus::word).toList()),
                    Field.text("recipe", "Only runs of the recipe of this name."),
                    Field.text("label", "Only runs with exactly this label."),
                    Field.text("principal", "Only runs on behalf of this principal."),
                    Field.text("text", "Only runs with this in recipe name, run id or a label."),
                    Field.of(Field.Kind.TIME, "since", "Only runs that started then or later."),
                    Field.of(Field.Kind.TIME, "until", "Only runs that started before."))))
        .gives(200, "Runs")
        .refuses(422)
        .by(this::list);
  }

  private void list(Request request) throws IOException {
    Set<RunStatus> statuses = EnumSet.noneOf(RunStatus.class);
    request.texts("status").forEach(word -> statuses.add(RunStatus.ofWord(word)));
    RunQuery query = RunQuery.latest(Pages.limit(request)).withFilter(filter(request, statuses));
    Long before = Pages.number(request);
    if (before != null) {
      query = query.withBeforeNumber(before);
    }
    List<StoredRun> rows = service.engine().store().runs(query);
    StoredRuns stored = service.stored();
    List<RunView.Head> heads =
        rows.stream()
            .map(stored::head)
            .filter(head -> statuses.isEmpty() || statuses.contains(head.status()))
            .toList();
    boolean more = rows.size() == query.limit();
    String next = Pages.next(request, more ? "" + rows.get(rows.size() - 1).number() : null);
    Answers.json(request, json -> new RunJson(json).runs(heads, next));
  }

  private static RunFilter filter(Request request, Set<RunStatus> statuses) {
    Instant since = request.time("since");
    Instant until = request.time("until");
    try {
      return RunFilter.ALL
          .withStatuses(statuses)
          .withRecipe(request.text("recipe"))
          .withLabel(request.text("label"))
          .withPrincipal(request.text("principal"))
          .withText(request.text("text"))
          .withTimes(since, until);
    } catch (IllegalArgumentException e) {
      throw InputValue.invalid(
          RefusalCode.BAD_FILTER, String.valueOf(e.getMessage()), "Search for a shorter text.");
    }
  }

  private Operation get() {
    return Operation.of("GET", "/runs/{run}", Role.VIEWER)
        .named("getRun", TAG)
        .says(
            "Shows a run with all that happened in it",
            "The same document as 'escarole run --json' prints. For runs with many steps, ask for"
                + " pages of steps instead.")
        .at(RUN)
        .gives(200, "Run")
        .refuses(404)
        .by(this::get);
  }

  private void get(Request request) throws IOException {
    StoredRun run = run(request);
    if (answers.isGiven(request, run)) {
      return;
    }
    RunView view = service.stored().view(run);
    RunView.Result result = view.result();
    if (result != null && result.stdout().bytes() > LARGE) {
      Answers.streamed(request, json -> new RunJson(json).run(view));
    } else {
      answers.give(request, run, json -> new RunJson(json).run(view));
    }
  }

  private Operation plan() {
    return Operation.of("GET", "/runs/{run}/plan", Role.VIEWER)
        .named("getRunPlan", TAG)
        .says("Shows the plan that a run executes", "")
        .at(RUN)
        .gives(200, "Plan")
        .refuses(404)
        .by(
            request -> {
              StoredRun run = run(request);
              if (!Answers.isKnown(request, run.planHash())) {
                Plan plan = service.engine().store().plan(run.id());
                List<String> directories =
                    service.engine().store().launch(run.id()).orElseThrow().directories();
                RecipeOperations.send(request, plan, directories);
              }
            });
  }

  private Operation steps() {
    return Operation.of("GET", "/runs/{run}/steps", Role.VIEWER)
        .named("listSteps", TAG)
        .says("Lists steps of a run in plan order", "Recoveries that were not needed are listed.")
        .at(RUN)
        .asks(
            Pages.with(
                List.of(
                    Field.of(Field.Kind.TEXTS, "state", "Only steps in one of these states.")
                        .among(Arrays.stream(StepState.values()).map(StepState::word).toList()),
                    Field.text("parent", "Only children of the step of this path."),
                    Field.text("text", "Only steps with this in path, label or argv."))))
        .gives(200, "Steps")
        .refuses(404, 422)
        .by(this::steps);
  }

  private void steps(Request request) throws IOException {
    StoredRun run = run(request);
    answers.send(request, run, json -> steps(request, run.id(), json));
  }

  private void steps(Request request, RunId id, JsonGenerator out) throws IOException {
    Set<StepState> states = EnumSet.noneOf(StepState.class);
    request.texts("state").forEach(word -> states.add(state(word)));
    StepQuery query =
        StepQuery.first(Pages.limit(request)).withStates(states).withText(request.text("text"));
    String parent = request.text("parent");
    if (parent != null) {
      query = query.withParent(details(id, parent).step().place().index());
    }
    Long after = Pages.number(request);
    if (after != null) {
      query = query.withAfterIndex((int) Math.min(Integer.MAX_VALUE, Math.max(-1, after)));
    }
    List<StoredStep> steps = service.engine().store().reports().steps(id, query);
    boolean more = steps.size() == query.limit();
    String next =
        Pages.next(request, more ? "" + steps.get(steps.size() - 1).place().index() : null);
    new RunJson(out).steps(steps.stream().map(StoredRuns::step).toList(), next);
  }

  private static StepState state(String word) {
    return Arrays.stream(StepState.values())
        .filter(state -> state.word().equals(word))
        .findFirst()
        .orElseThrow();
  }

  private StepDetails details(RunId id, String path) {
    return service.runs().lookup().details(id, path);
  }

  private Operation step() {
    return Operation.of("GET", "/runs/{run}/steps/{path}", Role.VIEWER)
        .named("getStep", TAG)
        .says("Shows a step with its attempts", "")
        .at(RUN, STEP)
        .gives(200, "StepWithAttempts")
        .refuses(404)
        .by(
            request -> {
              StoredRun run = run(request);
              answers.send(request, run, json -> step(run.id(), request.required("path"), json));
            });
  }

  private void step(RunId id, String path, JsonGenerator out) throws IOException {
    StepDetails details = details(id, path);
    List<KeptAttempt> attempts =
        details.attempts().stream()
            .map(attempt -> KeptAttempt.of(details.step(), attempt))
            .toList();
    new RunJson(out).step(StoredRuns.step(details.step()), attempts);
  }

  private Operation joins() {
    return Operation.of("GET", "/runs/{run}/joins", Role.VIEWER)
        .named("listJoins", TAG)
        .says("Lists the joins of a run that were decided, with their branches", "")
        .at(RUN)
        .gives(200, "Joins")
        .refuses(404)
        .by(
            request -> {
              StoredRun run = run(request);
              answers.send(request, run, json -> write(service.stored().joins(run.id()), json));
            });
  }

  private Operation join() {
    return Operation.of("GET", "/runs/{run}/joins/{path}", Role.VIEWER)
        .named("getJoin", TAG)
        .says("Shows one join with its branches", "In the form of the list, with one entry.")
        .at(RUN, STEP)
        .gives(200, "Joins")
        .refuses(404)
        .by(
            request -> {
              StoredRun run = run(request);
              answers.send(request, run, json -> join(run.id(), request.required("path"), json));
            });
  }

  private void join(RunId id, String path, JsonGenerator out) throws IOException {
    StoredRuns.DecidedJoins all = service.stored().joins(id);
    List<Join> joins = all.joins().stream().filter(join -> join.path().equals(path)).toList();
    if (joins.isEmpty()) {
      throw noSuchJoin(id, path);
    }
    write(new StoredRuns.DecidedJoins(joins, all.states()), out);
  }

  private static void write(StoredRuns.DecidedJoins joins, JsonGenerator out) throws IOException {
    new RunJson(out).joins(joins.joins(), joins.states());
  }

  private static RefusedException noSuchJoin(RunId id, String path) {
    return new RefusedException(
        RefusalCode.NO_SUCH_JOIN,
        "run %s has no decided join at '%s'".formatted(id, InputValue.shortened(path)),
        "A join is decided when all its branches have ended; the list of joins shows which are.");
  }
}
