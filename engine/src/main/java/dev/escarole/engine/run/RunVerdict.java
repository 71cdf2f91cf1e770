package dev.escarole.engine.run;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.CommandLines;
import dev.escarole.engine.plan.GroupKind;
import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Step;
import dev.escarole.recipe.template.FailureScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Determines the final status of a run and whether its author accepts the result. Used once, after
 * the root has ended; linear in the number of steps.
 */
final class RunVerdict {

  /** Maximum characters of a command line and of an error. */
  private static final int LONGEST = 200;

  private final RunMachine machine;
  private final ConsentRules rules;
  private final Map<String, Join> joins = new HashMap<>();
  private final List<Acceptance.Loss> refused = new ArrayList<>();
  private final List<Acceptance.Loss> consented = new ArrayList<>();
  private final List<Acceptance.FailureRead> reads = new ArrayList<>();
  private int refusedCount;
  private int consentedCount;
  private int readCount;
  private boolean cut;

  private RunVerdict(RunMachine machine, RunTree tree) {
    this.machine = machine;
    this.rules = new ConsentRules(tree);
    machine.joins().forEach(join -> joins.put(join.path(), join));
  }

  static Effect.RunOver of(RunMachine machine, RunTree tree, StepResult root, boolean cancelled) {
    RunVerdict verdict = new RunVerdict(machine, tree);
    verdict.flow(tree.plan().root(), null);
    if (!root.isFailure()) {
      verdict.visit(tree.plan().root());
    }
    RunStatus status = verdict.status(root, cancelled);
    return new Effect.RunOver(status, root, verdict.acceptance(status));
  }

  private RunStatus status(StepResult root, boolean cancelled) {
    if (root.isFailure()) {
      boolean wanted = cancelled && root.status() == StepStatus.CANCELLED;
      return wanted ? RunStatus.CANCELLED : RunStatus.FAILED;
    }
    return refusedCount + consentedCount > 0 ? RunStatus.DEGRADED : RunStatus.DONE;
  }

  private Acceptance acceptance(RunStatus status) {
    boolean went = status == RunStatus.DONE || status == RunStatus.DEGRADED;
    List<Acceptance.Loss> losses = new ArrayList<>(refused);
    losses.addAll(consented.subList(0, Math.min(consented.size(), room(refused))));
    return new Acceptance(
        went && refusedCount == 0 && !cut, losses, refusedCount + consentedCount, reads, readCount);
  }

  private static int room(List<?> list) {
    return Acceptance.MOST - list.size();
  }

  // Losses

  /** Collects the losses in a successful step; a failed step is a loss itself. */
  private void visit(Step step) {
    StepResult result = machine.result(step);
    if (result == null || result.status() != StepStatus.DONE) {
      return;
    }
    Step recover = step.recover();
    if (recover != null) {
      child(recover, null, null);
    }
    GroupStep parallel = step instanceof GroupStep group && group.isParallel() ? group : null;
    Join join = parallel == null ? null : joins.get(parallel.path());
    for (Step child : step.children()) {
      child(child, parallel, join);
    }
    if (parallel != null && join != null && join.degraded() && join.failed() == 0) {
      tooFew(parallel, join);
    }
  }

  private void child(Step child, @Nullable GroupStep parallel, @Nullable Join join) {
    StepResult result = machine.result(child);
    if (result == null || !result.isFailure()) {
      visit(child);
      return;
    }
    Consent consent =
        parallel == null || join == null
            ? rules.toStep(child)
            : rules.toBranch(parallel, child, join);
    String error = firstLine(result.stderr().text());
    add(
        new Acceptance.Loss(
            child.path(),
            child.label(),
            command(child),
            result.outcome().word(),
            result.exitCode(),
            error.isEmpty() ? why(result) : error,
            consent));
  }

  private void tooFew(GroupStep parallel, Join join) {
    add(
        new Acceptance.Loss(
            parallel.path(),
            parallel.label(),
            "",
            Outcome.exited(0).word(),
            0,
            "only %d of %d branches are usable, at least %d wanted"
                .formatted(join.usableBranches(), join.expected() - join.skipped(), join.minimum()),
            rules.toJoin(parallel, join)));
  }

  private void add(Acceptance.Loss loss) {
    boolean agreed = loss.consent() != null;
    List<Acceptance.Loss> list = agreed ? consented : refused;
    if (room(list) > 0) {
      list.add(loss);
    }
    consentedCount += agreed ? 1 : 0;
    refusedCount += agreed ? 0 : 1;
  }

  private static String why(StepResult result) {
    String reason = result.reason();
    return firstLine(reason == null ? result.outcome().detail() : reason);
  }

  private static String firstLine(String text) {
    return shortened(text.lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip());
  }

  private static String command(Step step) {
    List<String> argv = step.fold(LeafStep::argv, group -> List.of());
    return shortened(CommandLines.display(argv.subList(0, Math.min(argv.size(), LONGEST))));
  }

  private static String shortened(String text) {
    return text.codePointCount(0, text.length()) <= LONGEST
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LONGEST)) + "...";
  }

  // Reads from failed steps

  /**
   * Follows the standard output through a step and records the leaves that read the empty output of
   * a failed step. Skipped steps pass on their input.
   *
   * @param from the failed step whose empty output is the input; null if none failed
   * @return the failed step whose empty output is passed on; null if none failed
   */
  private @Nullable Step flow(Step step, @Nullable Step from) {
    StepResult result = machine.result(step);
    if (result == null || result.status() == StepStatus.SKIPPED) {
      return from;
    }
    if (step.recover() != null) {
      flow(step.recover(), null);
    }
    Step last = step.fold(leaf -> leaf(leaf, from), group -> children(group, from));
    return result.isFailure() ? step : last;
  }

  private @Nullable Step leaf(LeafStep leaf, @Nullable Step from) {
    if (from != null && readsInput(leaf) && machine.tries(leaf) > 0) {
      StepResult source = machine.result(from);
      boolean wasCut = source != null && source.cut();
      cut |= wasCut;
      readCount++;
      if (room(reads) > 0) {
        reads.add(new Acceptance.FailureRead(leaf.path(), command(leaf), from.path(), wasCut));
      }
    }
    return null;
  }

  private @Nullable Step children(GroupStep group, @Nullable Step from) {
    Step given = from;
    for (Step child : group.children()) {
      Step handedOn = flow(child, group.kind() == GroupKind.PARALLEL ? from : given);
      given = group.kind() == GroupKind.PARALLEL ? null : handedOn;
    }
    return given;
  }

  /** A handle may set its own input. */
  private static boolean readsInput(LeafStep leaf) {
    return leaf.handle() == null
        || (leaf.handle().stdin() == null && leaf.handle().streams().openStdin());
  }

  /**
   * Determines whether the author consented to a failure from which a group continued.
   *
   * <p>The nearest {@code failure} set on the failed step or an enclosing one decides: {@code
   * continue} is consent, the default is not. A lost branch also has consent if the parallel node's
   * {@code min_successful} is met. {@code branch} on the branch itself only limits how far its
   * failure reaches, so the parallel node decides. Immutable.
   */
  private static final class ConsentRules {

    private final RunTree tree;

    ConsentRules(RunTree tree) {
      this.tree = tree;
    }

    /** Consent to the failure of a step in a sequence that continued, or null. */
    @Nullable Consent toStep(Step lost) {
      FailureScope own = written(lost);
      return own == null ? around(tree.parent(lost)) : consent(own);
    }

    /** Consent to the loss of a branch, or null. */
    @Nullable Consent toBranch(GroupStep parallel, Step lost, Join join) {
      if (isQuorumMet(join)) {
        return Consent.MIN_SUCCESSFUL;
      }
      return written(lost) == FailureScope.CONTINUE ? Consent.FAILURE_CONTINUE : around(parallel);
    }

    /** Consent to too few usable branches without failed ones, or null. */
    @Nullable Consent toJoin(GroupStep parallel, Join join) {
      return isQuorumMet(join) ? Consent.MIN_SUCCESSFUL : around(parallel);
    }

    private static boolean isQuorumMet(Join join) {
      return join.minimum() != null && join.usable();
    }

    /** The failure scope set on a step, or on the single object inside a nested node. */
    private static @Nullable FailureScope written(Step step) {
      Step at = step;
      while (at.controls().failure() == null
          && at instanceof GroupStep group
          && group.kind() == GroupKind.NESTED
          && !group.children().isEmpty()) {
        at = group.children().get(0);
      }
      return at.controls().failure();
    }

    private @Nullable Consent around(@Nullable Step nearest) {
      for (Step step = nearest; step != null; step = tree.parent(step)) {
        FailureScope written = step.controls().failure();
        if (written != null) {
          return consent(written);
        }
      }
      return null;
    }

    private static @Nullable Consent consent(FailureScope written) {
      return written == FailureScope.CONTINUE ? Consent.FAILURE_CONTINUE : null;
    }
  }
}
