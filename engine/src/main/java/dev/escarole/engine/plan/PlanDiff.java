package dev.escarole.engine.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What has changed from one plan to another, step by step.
 *
 * <p>Steps are matched from the root downwards. Of the children of two matched groups, those that
 * are equal with all that is in them match first, in order; what is left between them is matched by
 * label, then by kind and command, in order. Where a step stands does not count, so that one that
 * was inserted does not make all after it look changed. Immutable.
 */
public final class PlanDiff {

  private final List<Entry> entries;
  private final Map<Integer, Entry> byNewIndex = new HashMap<>();

  private PlanDiff(List<Entry> entries) {
    this.entries = List.copyOf(entries);
    for (Entry entry : entries) {
      Step after = entry.after();
      if (after != null) {
        byNewIndex.put(after.index(), entry);
      }
    }
  }

  /** What has become of a step. */
  public enum Kind {
    SAME,
    CHANGED,
    ADDED,
    REMOVED
  }

  /**
   * One step, or a pair of steps that were matched.
   *
   * @param before null if the step was added
   * @param after null if it was removed
   * @param changes what is different, such as {@code retry: 1 -> 3}; what is inside a group has
   *     entries of its own
   */
  public record Entry(
      Kind kind, @Nullable Step before, @Nullable Step after, List<String> changes) {
    public Entry {
      changes = List.copyOf(changes);
    }
  }

  /** Compares; the cost is about linear in the number of steps unless wide groups differ much. */
  public static PlanDiff between(Plan before, Plan after) {
    Shapes shapes = new Shapes();
    StepMatcher matcher =
        new StepMatcher(shapes.of(before.steps()), shapes.of(after.steps()), new ArrayList<>());
    matcher.match(before.root(), after.root());
    return new PlanDiff(matcher.entries());
  }

  /** All entries: in the order of the new plan, a removed step where it would have stood. */
  public List<Entry> entries() {
    return entries;
  }

  /** Whether anything is different. */
  public boolean isEmpty() {
    return entries.stream().allMatch(entry -> entry.kind() == Kind.SAME);
  }

  /** What the step of the new plan was in the old one, or null if it was added. */
  public @Nullable Step before(Step after) {
    return Objects.requireNonNull(byNewIndex.get(after.index())).before();
  }
}
