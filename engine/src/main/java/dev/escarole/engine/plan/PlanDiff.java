package dev.escarole.engine.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The differences between two plans, step by step.
 *
 * <p>Steps are matched from the root downwards. Among the children of two matched groups, equal
 * ones match first, in order; the rest is matched by label, then by kind and command, in order.
 * Positions are ignored, so that an inserted step does not make all later ones look changed.
 * Immutable.
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

  /** The kind of difference. */
  public enum Kind {
    SAME,
    CHANGED,
    ADDED,
    REMOVED
  }

  /**
   * A step, or a pair of matched steps.
   *
   * @param before null if the step was added
   * @param after null if it was removed
   * @param changes the differences, such as {@code retry: 1 -> 3}, without those of inner steps,
   *     which have their own entries
   */
  public record Entry(
      Kind kind, @Nullable Step before, @Nullable Step after, List<String> changes) {
    public Entry {
      changes = List.copyOf(changes);
    }
  }

  /** Compares two plans; roughly linear in the number of steps, unless wide groups differ a lot. */
  public static PlanDiff between(Plan before, Plan after) {
    Shapes shapes = new Shapes();
    StepMatcher matcher =
        new StepMatcher(shapes.of(before.steps()), shapes.of(after.steps()), new ArrayList<>());
    matcher.match(before.root(), after.root());
    return new PlanDiff(matcher.entries());
  }

  /** All entries, in the order of the new plan, with removed steps at their former places. */
  public List<Entry> entries() {
    return entries;
  }

  /** Whether anything is different. */
  public boolean isEmpty() {
    return entries.stream().allMatch(entry -> entry.kind() == Kind.SAME);
  }

  /** The old version of a step of the new plan, or null if it was added. */
  public @Nullable Step before(Step after) {
    return Objects.requireNonNull(byNewIndex.get(after.index())).before();
  }

  /**
   * Assigns the same number to steps that are equal, including everything inside them, regardless
   * of position. Confined to one thread.
   */
  private static final class Shapes {

    private final Map<Shape, Integer> numbers = new HashMap<>();

    private record Shape(
        String kind,
        @Nullable String label,
        Controls controls,
        boolean skipped,
        List<String> argv,
        @Nullable HandleSetting handle,
        List<Integer> inside) {}

    /** The number of each step, by its index. */
    int[] of(List<Step> steps) {
      int[] shapes = new int[steps.size()];
      // Inner steps have higher indexes.
      for (int i = steps.size() - 1; i >= 0; i--) {
        Shape shape = shape(steps.get(i), shapes);
        shapes[i] = Objects.requireNonNull(numbers.computeIfAbsent(shape, s -> numbers.size()));
      }
      return shapes;
    }

    private static Shape shape(Step step, int[] shapes) {
      Step recover = step.recover();
      List<Integer> inside = new ArrayList<>();
      inside.add(recover == null ? -1 : shapes[recover.index()]);
      step.children().forEach(child -> inside.add(shapes[child.index()]));
      return new Shape(
          StepMatcher.kind(step),
          step.label(),
          step.controls(),
          step.isSkipped(),
          step.fold(LeafStep::argv, group -> List.of()),
          step.fold(LeafStep::handle, group -> null),
          inside);
    }
  }
}
