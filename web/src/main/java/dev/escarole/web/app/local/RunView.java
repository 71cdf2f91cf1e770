package dev.escarole.web.app.local;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.Computation;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.handle.HandleResult;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.app.run.Judgement;
import dev.escarole.web.app.run.ResultText;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run as all consumers see it, just ended or read from the store, over or not.
 *
 * @param exitCode exit code of the command line for this run, or null while it is not over
 * @param acceptance whether its author agreed to how it ended, and what was lost; null while it is
 *     not over, and if it ended before this was kept
 * @param result its result, or null while it is not over
 */
public record RunView(
    Head head,
    @Nullable ExitCode exitCode,
    @Nullable Acceptance acceptance,
    @Nullable Result result,
    Past past,
    Details details) {

  /** The same run, with another exit code. */
  public RunView withExitCode(ExitCode other) {
    return new RunView(head, other, acceptance, result, past, details);
  }

  /**
   * The origin and the history of a run.
   *
   * @param resumed how often it went on after its engine had gone away
   * @param rerunOf the run that it runs again, or null
   * @param error why the engine ended it, or null if what happened in its steps says it all
   * @param ignoredFields fields of its recipe that changed nothing, as JSON pointers
   * @param computed how those inputs came about that its launch computed
   */
  public record Past(
      int resumed,
      @Nullable String rerunOf,
      @Nullable String error,
      List<String> ignoredFields,
      List<Computation> computed) {
    /** A run that was never interrupted and runs no other again. */
    public static final Past NONE = new Past(0, null, null, List.of(), List.of());

    public Past {
      ignoredFields = List.copyOf(ignoredFields);
      computed = List.copyOf(computed);
    }

    /** A new run of a recipe with these fields that change nothing. */
    public static Past of(List<String> ignoredFields) {
      return new Past(0, null, null, ignoredFields, List.of());
    }
  }

  /**
   * The summary of a run.
   *
   * @param durationMillis null while the run is not over
   * @param accepted whether the author agreed to how it ended; null while it is not over, and if it
   *     ended before this was kept
   * @param labels in alphabetical order
   * @param principal on whose behalf it acts
   * @param counts how far its leaves and branches are; null if that is not known
   */
  public record Head(
      String run,
      String recipe,
      String planHash,
      RunStatus status,
      @Nullable Boolean accepted,
      Instant startedAt,
      @Nullable Long durationMillis,
      List<String> labels,
      String principal,
      @Nullable RunCounts counts) {
    public Head {
      labels = List.copyOf(labels);
    }
  }

  /**
   * The result of a run.
   *
   * @param stdout the result text
   * @param output the result that the author selected; its value is null if it is that text
   */
  public record Result(ResultText stdout, Plan.Output output) {}

  /**
   * What happened in a run, in plan order; attempts in order of start.
   *
   * @param handles results of the last call of each handle
   */
  public record Details(
      List<Join> joins,
      List<FailureView> failures,
      List<StepFacts> steps,
      List<AttemptView> attempts,
      List<HandleView> handles) {

    /** Of a run that calls no handles. */
    public Details(
        List<Join> joins,
        List<FailureView> failures,
        List<StepFacts> steps,
        List<AttemptView> attempts) {
      this(joins, failures, steps, attempts, List.of());
    }

    public Details {
      handles = List.copyOf(handles);
      joins = List.copyOf(joins);
      failures = List.copyOf(failures);
      steps = List.copyOf(steps);
      attempts = List.copyOf(attempts);
    }
  }

  /**
   * A run that has just ended.
   *
   * @param head its summary
   * @param handles results of the handles that it called
   * @param judgement what counts as a good end of a degraded run, for the exit code
   */
  public static RunView of(
      RunResult run, Head head, Past past, List<HandleView> handles, Judgement judgement) {
    Details details =
        new Details(
            run.joins(),
            run.failures().stream().map(FailureView::of).toList(),
            run.steps().stream().map(StepFacts::of).toList(),
            run.attempts().stream().map(AttemptView::of).toList(),
            handles);
    return new RunView(
        head,
        ExitCode.of(run.status(), run.accepted(), firstOutcome(details), judgement),
        run.acceptance(),
        new Result(ResultText.of(run.stdout()), run.selected()),
        past,
        details);
  }

  /**
   * What the last call of a handle in a run returned.
   *
   * @param path the step that called it
   * @param handle its name
   */
  public record HandleView(
      String path, @Nullable String label, String handle, HandleResult result) {}

  /**
   * A failure that a run ended with or went on from.
   *
   * @param argv empty if a group failed by itself, such as when its time was up
   * @param stderr the beginning of what the last attempt wrote to standard error, read as UTF-8
   */
  public record FailureView(
      String path, @Nullable String label, List<String> argv, Ending ending, String stderr) {

    public FailureView {
      argv = List.copyOf(argv);
    }

    static FailureView of(RunResult.Failure failure) {
      return new FailureView(
          failure.path(),
          failure.label(),
          failure.argv(),
          Ending.of(failure.outcome()),
          failure.stderr());
    }
  }

  static @Nullable String firstOutcome(Details details) {
    return details.failures().isEmpty() ? null : details.failures().get(0).ending().outcome();
  }
}
