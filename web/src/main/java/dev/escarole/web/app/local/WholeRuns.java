package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.engine.store.output.OutputPlace;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.local.output.StoredStream;
import dev.escarole.web.app.run.Cause;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.app.run.FailurePicture;
import dev.escarole.web.app.run.Joins;
import dev.escarole.web.app.run.Judgement;
import dev.escarole.web.app.run.ResultText;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunPicture;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Fills the replies about whole runs. */
public final class WholeRuns {

  /** Results that are surely in the database, see {@link OutputPlace}. */
  private static final long MOST_IN_DATABASE = OutputPlace.LEAST_ABOVE;

  private WholeRuns() {}

  /**
   * Facts about a run that began in this process.
   *
   * @param labels in alphabetical order
   * @param principal on whose behalf it acts
   * @param ignoredFields fields of its recipe that changed nothing, as JSON pointers
   * @param computes whether its launch computed inputs
   */
  public record Begun(
      List<String> labels, String principal, List<String> ignoredFields, boolean computes) {
    public Begun {
      labels = List.copyOf(labels);
      ignoredFields = List.copyOf(ignoredFields);
    }
  }

  /**
   * A run that has just ended in this process. Its steps are not read from the store: a large run
   * has many rows. Of a small run nothing is read, as the first questions to a database take longer
   * than it.
   *
   * @param begun null if it is older or runs another again
   * @param judgement what counts as a good end of a degraded run, for the exit code
   */
  public static RunPicture ended(
      Engine engine,
      RunHandle handle,
      RunResult result,
      @Nullable Begun begun,
      Judgement judgement) {
    RunRecords records = engine.records();
    RunId run = result.run();
    boolean went = result.status() == RunStatus.DONE || result.status() == RunStatus.DEGRADED;
    boolean known = begun != null && went && !begun.computes();
    StoredRun row = known ? null : records.run(run).orElse(null);
    RunPicture.HttpUse http = HttpUses.of(engine, run, handle.plan().http());
    ResultText stdout = ResultText.of(result.stdout());
    List<FailurePicture> failures = result.failures().stream().map(WholeRuns::failure).toList();
    Map<String, Join> byPath = byPath(result.joins());
    Map<String, StepState> states = new HashMap<>();
    result
        .steps()
        .forEach(step -> states.put(step.path(), StepState.valueOf(step.status().name())));
    Joins joins = Pictures.joins(result.joins(), states);
    return new RunPicture(
        begun == null
            ? Pictures.head(Objects.requireNonNull(row), result.status(), null, null)
            : Pictures.head(result, begun, handle.counts()),
        exitCode(result.status(), result.accepted(), failures, judgement),
        stdout,
        output(result.selected(), stdout),
        Pictures.losses(result.acceptance()),
        row == null
            ? new RunPicture.Past(
                0, null, null, begun == null ? List.of() : begun.ignoredFields(), List.of(), http)
            : past(records, row, http),
        Cause.of(result.causes()),
        joins.joins(),
        joins.branches(),
        failures,
        result.steps().stream().map(step -> Pictures.step(step, byPath.get(step.path()))).toList(),
        result.attempts().stream().map(Pictures::attempt).toList(),
        callsHandles(handle.plan())
            ? HandleResults.of(records, records.steps(run), records.attempts(run))
            : List.of());
  }

  private static FailurePicture failure(RunResult.Failure failure) {
    return Pictures.failure(
        failure.path(), failure.label(), failure.argv(), failure.outcome(), failure.stderr());
  }

  private static boolean callsHandles(Plan plan) {
    return plan.steps().stream()
        .anyMatch(step -> step.fold(leaf -> leaf.handle() != null, group -> false));
  }

  /** A stored run, over or not. */
  static RunPicture stored(
      RunRecords records, StoredRun run, RunHead head, RunPicture.@Nullable HttpUse http) {
    StoredDetails details = new StoredDetails(records, run.id());
    List<FailurePicture> failures = details.failures();
    Joins joins = Pictures.joins(details.joins(), details.states());
    ResultText stdout = stdout(records, run.stdoutSha256());
    return new RunPicture(
        head,
        run.status().isOver()
            ? exitCode(run.status(), run.accepted(), failures, Judgement.AUTHOR)
            : null,
        stdout,
        stdout == null ? null : output(run.output(), stdout),
        Pictures.losses(records.acceptance(run.id()).orElse(null)),
        past(records, run, http),
        Cause.ofFailures(details.causes()),
        joins.joins(),
        joins.branches(),
        failures,
        details.steps(),
        details.attempts(),
        details.handles());
  }

  private static Integer exitCode(
      RunStatus status,
      @Nullable Boolean accepted,
      List<FailurePicture> failures,
      Judgement judgement) {
    String first = failures.isEmpty() ? null : failures.get(0).outcome();
    return ExitCode.of(status, accepted, first, judgement).code();
  }

  private static RunPicture.Output output(Plan.Output selected, ResultText stdout) {
    String value = selected.value();
    return new RunPicture.Output(
        selected.selector(), value == null ? stdout : ResultText.of(value));
  }

  private static RunPicture.Past past(
      RunRecords records, StoredRun run, RunPicture.@Nullable HttpUse http) {
    RunId again = run.rerunOf();
    return new RunPicture.Past(
        records.resumes(run.id()).size(),
        again == null ? null : again.value(),
        run.stdoutSha256() == null || run.status() == RunStatus.EXPIRED ? run.error() : null,
        records.launchWithoutInput(run.id()).map(WholeRuns::ignoredFields).orElse(List.of()),
        records.computed(run.id()).stream().map(Pictures::computed).toList(),
        http);
  }

  /** A recipe that an earlier version took may be none for this one. */
  private static List<String> ignoredFields(NewRun launch) {
    try {
      return new RecipeReader().read(launch.recipeSource(), "recipe").ignoredFields();
    } catch (RecipeException unreadable) {
      return List.of();
    }
  }

  private static @Nullable ResultText stdout(RunRecords records, @Nullable String sha256) {
    if (sha256 == null) {
      return null;
    }
    ContentRef content = ContentRef.ofRun(sha256);
    long bytes =
        records
            .contentSize(content)
            .orElseThrow(
                () -> new IllegalStateException("the store has lost the content " + sha256));
    if (bytes > MOST_IN_DATABASE) {
      // A lost result is refused before the document with it begins.
      StoredStream unused = new StoredStream(records, content, 0, bytes).begun();
    }
    return ResultText.of(bytes, () -> new StoredStream(records, content, 0, bytes));
  }

  static Map<String, Join> byPath(List<Join> joins) {
    Map<String, Join> byPath = new HashMap<>();
    joins.forEach(join -> byPath.put(join.path(), join));
    return byPath;
  }
}
