package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunStore;
import dev.escarole.web.app.run.Judgement;
import dev.escarole.web.app.run.RunPicture;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run that has just ended in this process. Its steps are not read from the store: a large run has
 * many rows.
 */
public final class EndedRun {

  private EndedRun() {}

  /**
   * Facts about a run that began here.
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
   * The run as every face sees it.
   *
   * @param begun null if it is older or runs another again
   */
  public static RunPicture picture(
      Engine engine,
      RunHandle handle,
      RunResult result,
      @Nullable Begun begun,
      Judgement judgement) {
    RunStore store = engine.store();
    StoredRuns stored = new StoredRuns(store, run -> true, run -> null);
    RunId run = result.run();
    boolean went = result.status() == RunStatus.DONE || result.status() == RunStatus.DEGRADED;
    return Pictures.run(
        RunView.of(
            result,
            begun == null
                ? stored.head(store.run(run).orElseThrow())
                : head(result, begun, handle.counts()),
            begun != null && went && !begun.computes()
                ? RunView.Past.of(begun.ignoredFields())
                : stored.past(run),
            callsHandles(handle.plan()) ? stored.handles(run) : List.of(),
            judgement));
  }

  /** Without the database, whose first questions take longer than a small run. */
  private static RunView.Head head(RunResult run, Begun begun, RunCounts counts) {
    return new RunView.Head(
        run.run().value(),
        run.recipe(),
        run.planHash(),
        run.status(),
        run.accepted(),
        run.span().startedAt(),
        run.span().durationMillis(),
        begun.labels(),
        begun.principal(),
        counts);
  }

  private static boolean callsHandles(Plan plan) {
    return plan.steps().stream()
        .anyMatch(step -> step.fold(leaf -> leaf.handle() != null, group -> false));
  }
}
