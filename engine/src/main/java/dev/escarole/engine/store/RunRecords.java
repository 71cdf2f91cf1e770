package dev.escarole.engine.store;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.WantedFiles;
import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.CauseTally;
import dev.escarole.engine.run.Computation;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunListRows.IdPrefix;
import dev.escarole.engine.store.RunRows.ComputedColumn;
import dev.escarole.engine.store.RunRows.LaunchRow;
import dev.escarole.engine.store.StoredHistory.StoredResume;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.engine.store.content.Contents;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.journal.StoredSignal;
import dev.escarole.recipe.http.HttpRule;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterable;
import org.jspecify.annotations.Nullable;

/**
 * Reads stored runs. Thread-safe.
 *
 * <p>Only committed data is read. Every method throws a {@link StoreException} if the database does
 * not answer, and those that read contents as {@link Contents} says.
 */
public final class RunRecords {

  /** Means the newest run. */
  private static final String LAST = "last";

  private final Database database;
  private final Contents contents;
  private final EndedRuns ended = new EndedRuns();
  private final RecentPlans plans = new RecentPlans();

  /**
   * What a stored run is started with. Immutable.
   *
   * @param run its launch, with the files that were given to it
   * @param plan its plan, with the facts of the run
   */
  public record StoredLaunch(NewRun run, Plan plan) {}

  RunRecords(Database database, Contents contents) {
    this.database = database;
    this.contents = contents;
  }

  /** Returns the filters of the list of runs that principals have saved. */
  public SavedFilters filters() {
    return new SavedFilters(database);
  }

  /** Returns a run. */
  public Optional<StoredRun> run(RunId id) {
    return database.read(
        "read run " + id, handle -> of(handle, id, RunRows.RUN, RunRows::run).findOne());
  }

  /** Returns the launch of a run. */
  public Optional<NewRun> launch(RunId id) {
    return launchRow(id).map(this::withInput);
  }

  /** Returns the launch of a run with an empty input; the real one may be large, or lost. */
  public Optional<NewRun> launchWithoutInput(RunId id) {
    return launchRow(id).map(LaunchRow::launch);
  }

  /** Returns what a run is started with. */
  public Optional<StoredLaunch> launched(RunId id) {
    return launchRow(id)
        .map(row -> new StoredLaunch(withFiles(row, withInput(row)), plan(id, row.plan())));
  }

  private NewRun withFiles(LaunchRow row, NewRun launch) {
    return row.hasFiles()
        ? launch.withFiles(
            files(launch.id()).stream().filter(file -> file.kind() == RunFile.Kind.GIVEN).toList())
        : launch;
  }

  private Optional<LaunchRow> launchRow(RunId id) {
    return database.read(
        "read what run " + id + " was launched with",
        handle -> of(handle, id, RunRows.LAUNCH, LaunchRow::of).findOne());
  }

  /** Not while a connection is held: the input may be in the output store. */
  private NewRun withInput(LaunchRow row) {
    return row.stdin().equals(Content.EMPTY.sha256())
        ? row.launch()
        : row.launch().withStdin(contents.read(row.stdin()).map(Content::of).orElseThrow());
  }

  /** Returns the runs that match a query, newest first. */
  public List<StoredRun> runs(RunQuery query) {
    return query.filter().text() == null
        ? database.with("list runs", connection -> RunListRows.list(connection, query, ended))
        : database.read("list runs", handle -> RunListRows.search(handle, query, ended));
  }

  /** Returns the last runs of a recipe, at most so many, 1 to 10,000. */
  public RecipeHistory recipeHistory(String recipe, int last) {
    return new RecipeHistory(recipe, runs(RunQuery.latest(last).withRecipe(recipe)));
  }

  /** Returns how many of the last 20,000 runs of a recipe started on which day since then. */
  public RecipeDays recipeDays(String recipe, LocalDate since) {
    return database.read(
        "count the runs of " + recipe, handle -> RecipeRows.days(handle, recipe, since));
  }

  /**
   * Returns the texts that the last 1,000 runs of a recipe name were started with, the last used
   * one first. Long texts count: of more than 32 million characters, fewer runs are looked at.
   *
   * @param principal only runs on behalf of this principal; null for all
   */
  public List<RecipeText> recipeTexts(String recipe, @Nullable String principal) {
    return database.read(
        "read the texts of " + recipe, handle -> RecipeRows.texts(handle, recipe, principal));
  }

  /**
   * Returns the runs around a run.
   *
   * @param principal whose runs alone count; null for those of everybody
   */
  public RunRelatives relatives(StoredRun run, @Nullable String principal) {
    return database.with(
        "find the runs around run " + run.id(),
        connection -> RelativeRows.of(connection, run, principal, ended));
  }

  /**
   * Finds a run by its id, by a unique prefix of its id, or as {@code last}. Empty if there is none
   * or more than one; see {@link #matching}.
   */
  public Optional<RunId> find(String idOrPrefix) {
    if (idOrPrefix.equals(LAST)) {
      return runs(RunQuery.latest(1)).stream().map(StoredRun::id).findFirst();
    }
    if (RunId.isOne(idOrPrefix)) {
      return run(new RunId(idOrPrefix)).map(StoredRun::id);
    }
    List<RunId> found = idOrPrefix.isEmpty() ? List.of() : matching(idOrPrefix, 2);
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  /** Returns the newest runs whose id starts with this prefix, newest first. */
  public List<RunId> matching(String prefix, int limit) {
    return database.read(
        "look runs up",
        handle ->
            IdPrefix.bind(handle.createQuery(Sql.RUNS_BY_PREFIX), prefix)
                .bind("limit", limit)
                .map((row, context) -> new RunId(row.getString("id")))
                .list());
  }

  /**
   * Returns all steps of a run in plan order, with the state of each; empty if there is no such
   * run.
   */
  public List<StoredStep> steps(RunId id) {
    return database.read("read the steps of run " + id, handle -> StepRows.all(handle, id));
  }

  /** Returns some of a run's steps in plan order, with the state of each. */
  public List<StoredStep> steps(RunId id, StepQuery query) {
    return database.read("read steps of run " + id, handle -> StepRows.page(handle, id, query));
  }

  /**
   * Returns one step of a run; empty if there is none.
   *
   * @param path its place in the plan, such as {@code 0.2}
   */
  public Optional<StepDetails> step(RunId id, String path) {
    return database.read(
        "read step " + path + " of run " + id, handle -> StepRows.step(handle, id, path));
  }

  /** Returns the ended attempts of a run, in the order of their ends. */
  public List<StoredAttempt> attempts(RunId id) {
    return list(id, "attempts", Sql.ATTEMPTS, RowReader::attempt);
  }

  /**
   * Returns ended attempts of a run that have printed something, with their steps, in the order of
   * their ends; the other way round if the query goes backwards.
   */
  public List<LoggedAttempt> outputs(RunId id, OutputQuery query) {
    return database.read(
        "read the log of run " + id, handle -> StepRows.outputs(handle, id, query));
  }

  /** Returns the joins of a run in the order in which they were decided. */
  public List<Join> joins(RunId id) {
    return list(id, "joins", Sql.JOINS, RowReader::join);
  }

  /** Returns all transitions of a run's steps in order. */
  public List<StoredTransition> transitions(RunId id) {
    return list(id, "transitions", Sql.TRANSITIONS, RowReader::transition);
  }

  /** Returns when a run was resumed, in order. */
  public List<StoredResume> resumes(RunId id) {
    return list(id, "resumptions", Sql.RESUMES, RowReader::resume);
  }

  /** Returns what a run's machine was told besides the ends of attempts, in order. */
  public List<StoredSignal> signals(RunId id) {
    return list(id, "signals", Sql.SIGNALS, RowReader::signal);
  }

  /** Returns the stored history of a run. */
  public StoredHistory history(RunId id) {
    Map<String, Integer> joins = new HashMap<>();
    joins(id).forEach(join -> joins.merge(join.path(), 1, Integer::sum));
    return new StoredHistory(transitions(id), attempts(id), signals(id), joins);
  }

  /**
   * Returns the plan of a run, built from its stored steps.
   *
   * @throws StoreException if there is no such run, or its stored steps are damaged
   */
  public Plan plan(RunId id) {
    StoredRun run = stored(id);
    return plans.find(run.planHash()).orElseGet(() -> plan(run)).at(id.facts());
  }

  private Plan plan(RunId id, String hash) {
    return plans.find(hash).orElseGet(() -> plan(stored(id))).at(id.facts());
  }

  private StoredRun stored(RunId id) {
    return run(id).orElseThrow(() -> new StoreException("there is no run " + id, null));
  }

  private Plan plan(StoredRun run) {
    RunId id = run.id();
    List<PlanReader.Row> rows = list(id, "plan", Sql.STEPS, PlanReader.Row::of);
    PlanReader.Head head = list(id, "output", Sql.PLAN_OUTPUT, PlanReader.Head::of).get(0);
    try {
      Plan plan =
          Plan.restored(
              run.recipe(),
              PlanReader.steps(rows),
              head.output(),
              head.sources(),
              head.artifacts(),
              head.http(),
              run.planHash());
      plans.keep(plan);
      return plan;
    } catch (IllegalArgumentException e) {
      throw new StoreException(
          "The plan of run %s cannot be read back: %s".formatted(id, e.getMessage()), e);
    }
  }

  /** Returns the HTTP requests that the plan of a run asks for; none if there is no such run. */
  public List<HttpRule> http(RunId id) {
    return list(id, "requests", Sql.PLAN_OUTPUT, PlanReader.Head::of).stream()
        .flatMap(head -> head.http().stream())
        .toList();
  }

  /**
   * Returns the first error line of each of these steps in which a leaf has failed: the first line
   * of standard error of the first failed leaf's last attempt, or its outcome if that is empty.
   *
   * @param paths of branches, or of other steps
   */
  public Map<String, String> firstErrors(RunId id, Collection<String> paths) {
    Set<String> wanted = new HashSet<>(paths);
    return database.read(
        "read the errors of run " + id, handle -> ErrorLines.first(handle, id, wanted));
  }

  /**
   * Returns the steps that failed by themselves, by index in plan order, with their causes. Steps
   * that were only cancelled are not among them.
   */
  public Map<Integer, CauseTally.Failed> failures(RunId id) {
    return database.read("read the failures of run " + id, handle -> StepRows.failures(handle, id));
  }

  /**
   * Returns whether the author consented to how a run ended, and what was lost; empty if it has not
   * ended.
   */
  public Optional<Acceptance> acceptance(RunId id) {
    return list(id, "losses", Sql.ACCEPTANCE, row -> Optional.ofNullable(RowReader.acceptance(row)))
        .stream()
        .findFirst()
        .flatMap(found -> found);
  }

  /** Returns the computed inputs of a run, in order. */
  public List<Computation> computed(RunId id) {
    return list(
            id,
            "computed inputs",
            Sql.COMPUTED,
            row -> ComputedColumn.read(row.getString("computed")))
        .stream()
        .findFirst()
        .orElse(List.of());
  }

  /** Returns the files of a run: those given to it, then those kept from it, each in order. */
  public List<RunFile> files(RunId id) {
    return database.read("read the files of run " + id, handle -> RunFiles.list(handle, id));
  }

  /** Returns the files of its workspace that a run is to keep, without reading its plan. */
  public List<WantedFiles> wantedFiles(RunId id) {
    return list(id, "files to keep", Sql.PLAN_OUTPUT, PlanReader.Head::of).stream()
        .flatMap(head -> id.facts().inFiles(head.artifacts()).stream())
        .toList();
  }

  /**
   * Returns what each entry of the recipe's {@code artifacts} has kept, in order; empty if the run
   * has not kept its files, or has none to keep.
   */
  public Optional<List<KeepReport>> keepReports(RunId id) {
    return database.read(
        "read what run " + id + " has kept", handle -> RunFiles.reports(handle, id));
  }

  private <T> List<T> list(RunId id, String what, String sql, RowReader.Mapper<T> mapper) {
    return database.read(
        "read the " + what + " of run " + id, handle -> of(handle, id, sql, mapper).list());
  }

  /** What a query with a run's id as its only parameter finds. */
  private static <T> ResultIterable<T> of(
      Handle handle, RunId id, String sql, RowReader.Mapper<T> mapper) {
    return handle.createQuery(sql).bind("runId", id.value()).map((row, context) -> mapper.map(row));
  }

  /**
   * Returns a run's input or its result text.
   *
   * @param sha256 in lower-case hex
   */
  public Optional<byte[]> content(String sha256) {
    return contents.read(sha256).map(ByteParts::toArray);
  }

  /**
   * Returns an input or output of an attempt in consecutive arrays, so that a large one is in
   * memory only once; empty if it is not stored, such as the text of a join.
   */
  public Optional<ByteParts> contentParts(ContentRef ref) {
    return contents.read(ref);
  }

  /**
   * Returns a part of a content; empty if it is not stored. Reads only the necessary chunks.
   *
   * @param from the offset; beyond the end the part is empty
   * @param length the maximum number of bytes
   */
  public Optional<byte[]> contentPart(ContentRef ref, long from, int length) {
    if (from < 0 || length < 0) {
      throw new IllegalArgumentException(
          "offset and length must not be negative, were %d, %d".formatted(from, length));
    }
    return contents.readPart(ref, from, length);
  }

  /** Returns the size of a content without reading a large one; empty if it is not stored. */
  public OptionalLong contentSize(ContentRef ref) {
    return contents.size(ref);
  }
}
