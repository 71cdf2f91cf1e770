package dev.escarole.web.cli.run;

import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.HandleSetting;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.recipe.flow.InputUse;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.recipe.PlanDocument.PlannedStep;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whether the commands that are given the input of a run can read it. */
final class FirstCommands {

  private enum Use {
    READS,
    IGNORES,
    /** It does not run; the next step is given the input. */
    PASSES_ON
  }

  private FirstCommands() {}

  /**
   * Returns false only if none of them reads.
   *
   * @param plan null if it is not known yet
   */
  static boolean mayRead(@Nullable Plan plan) {
    return plan == null || use(plan.root()) == Use.READS;
  }

  /** The same for a plan that a server has made. */
  static boolean mayRead(PlanDocument plan) {
    Map<String, PlannedStep> steps = new HashMap<>();
    plan.steps().forEach(step -> steps.put(step.path(), step));
    return plan.steps().isEmpty() || use(plan.steps().get(0), steps) == Use.READS;
  }

  private static Use use(PlannedStep step, Map<String, PlannedStep> steps) {
    if (step.skipped() != null) {
      return Use.PASSES_ON;
    }
    if (step.recover() != null) {
      return Use.READS;
    }
    if (step.kind().equals("leaf")) {
      PlanDocument.HandleCall handle = step.handle();
      boolean open = handle == null || (handle.stdin() == null && handle.openStdin());
      return open ? command(step.argv()) : Use.IGNORES;
    }
    List<Use> children =
        step.children().stream()
            .map(path -> use(Objects.requireNonNull(steps.get(path)), steps))
            .toList();
    return together(children, step.kind().equals("parallel"));
  }

  private static Use use(Step step) {
    if (step.isSkipped()) {
      return Use.PASSES_ON;
    }
    if (step.recover() != null) {
      return Use.READS;
    }
    return step.fold(FirstCommands::leaf, FirstCommands::group);
  }

  private static Use group(GroupStep group) {
    return together(group.children().stream().map(FirstCommands::use).toList(), group.isParallel());
  }

  private static Use together(List<Use> children, boolean parallel) {
    Use all = Use.PASSES_ON;
    for (Use each : children) {
      if (each == Use.READS || (each == Use.IGNORES && !parallel)) {
        return each;
      }
      all = each == Use.IGNORES ? each : all;
    }
    return all;
  }

  private static Use leaf(LeafStep leaf) {
    HandleSetting handle = leaf.handle();
    if (handle != null && (handle.stdin() != null || !handle.streams().openStdin())) {
      return Use.IGNORES;
    }
    return command(leaf.argv());
  }

  private static Use command(List<String> argv) {
    return InputUse.mayRead(argv) ? Use.READS : Use.IGNORES;
  }
}
