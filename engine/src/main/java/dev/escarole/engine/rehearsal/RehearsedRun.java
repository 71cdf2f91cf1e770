package dev.escarole.engine.rehearsal;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.rehearsal.Rehearsal.Attempt;
import dev.escarole.engine.rehearsal.Rehearsal.Ended;
import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A rehearsal that is over. Steps are named as in {@link RecipeRehearsal#answer(String, Answer,
 * Answer...)}, where the name must mean one step. Immutable.
 */
public final class RehearsedRun {

  private final Ended ended;
  private final NamedSteps names;
  private final List<Mismatch> mismatches;

  RehearsedRun(Ended ended, NamedSteps names, List<Mismatch> mismatches) {
    this.ended = ended;
    this.names = names;
    this.mismatches = List.copyOf(mismatches);
  }

  /** What is wrong with the answers: one names no step, or a step that ran has none. */
  public List<Mismatch> mismatches() {
    return mismatches;
  }

  /** How the run ended. */
  public RunStatus status() {
    return ended.over().status();
  }

  /** Whether the author accepts the result, and what was lost. */
  public Acceptance acceptance() {
    return ended.over().acceptance();
  }

  /** The result text. */
  public String stdout() {
    return ended.over().result().stdout().text();
  }

  /** The selected output: the result text, if the recipe selects nothing. */
  public String output() {
    String selected = ended.plan().output().value();
    return selected == null ? stdout() : selected;
  }

  /** How long the run took on its own clock. */
  public Duration took() {
    return Duration.ofMillis(ended.millis());
  }

  /** The plan that ran. */
  public Plan plan() {
    return ended.plan();
  }

  /** The command lines that were begun, one for each attempt, in order of their start. */
  public List<String> commands() {
    return ended.attempts().stream().map(each -> NamedSteps.command(each.leaf())).toList();
  }

  /** How often a step was tried. */
  public int attempts(String step) {
    return tries(step).size();
  }

  /** What the last attempt of a step read; empty if there was none. */
  public String stdin(String step) {
    List<Attempt> tries = tries(step);
    return tries.isEmpty() ? "" : tries.get(tries.size() - 1).stdin().text();
  }

  /** What a step passed on; empty if it has passed nothing on. */
  public String stdout(String step) {
    return ended.outputs().getOrDefault(find(step).index(), Content.EMPTY).text();
  }

  /** How a step ended; empty if it never started. */
  public Optional<StepResult> result(String step) {
    return Optional.ofNullable(ended.machine().result(find(step)));
  }

  /**
   * The join of a parallel step.
   *
   * @throws IllegalArgumentException if it has none
   */
  public Join join(String step) {
    String path = find(step).path();
    return ended.machine().joins().stream()
        .filter(join -> join.path().equals(path))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("step " + step + " has no join"));
  }

  private List<Attempt> tries(String step) {
    Step found = find(step);
    return found instanceof LeafStep leaf
        ? ended.attempts().stream().filter(each -> each.leaf().equals(leaf)).toList()
        : List.of();
  }

  private Step find(String name) {
    List<Step> steps = names.find(name);
    if (steps.size() == 1) {
      return steps.get(0);
    }
    throw new IllegalArgumentException(
        steps.isEmpty()
            ? names.unknown("step", name).actual()
            : "'%s' means %d steps; use a path or a label".formatted(name, steps.size()));
  }
}
