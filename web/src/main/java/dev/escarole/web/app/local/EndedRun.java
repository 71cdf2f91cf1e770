package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.plan.Plan;
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
   * @param ignoredFields fields of its recipe that changed nothing, as JSON pointers
   * @param computes whether its launch computed inputs
   */
  public record Begun(List<String> ignoredFields, boolean computes) {
    public Begun {
      ignoredFields = List.copyOf(ignoredFields);
    }
  }

  /**
   * The run as every face sees it.
   *
   * @param begun null if it is older or runs another again
   */
  public static RunPicture picture(
      Engine engine, Plan plan, RunResult result, @Nullable Begun begun, Judgement judgement) {
    RunStore store = engine.store();
    StoredRuns stored = new StoredRuns(store, run -> true, run -> null);
    RunId run = result.run();
    boolean went = result.status() == RunStatus.DONE || result.status() == RunStatus.DEGRADED;
    return Pictures.run(
        RunView.of(
            result,
            stored.head(store.run(run).orElseThrow()),
            begun != null && went && !begun.computes()
                ? RunView.Past.of(begun.ignoredFields())
                : stored.past(run),
            callsHandles(plan) ? stored.handles(run) : List.of(),
            judgement));
  }

  private static boolean callsHandles(Plan plan) {
    return plan.steps().stream()
        .anyMatch(step -> step.fold(leaf -> leaf.handle() != null, group -> false));
  }
}
