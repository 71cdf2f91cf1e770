package dev.escarole.engine.plan;

import dev.escarole.recipe.http.HttpRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
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
  private final List<String> changes;
  private final Map<Integer, Entry> byNewIndex = new HashMap<>();

  private PlanDiff(List<Entry> entries, List<String> changes) {
    this.entries = List.copyOf(entries);
    this.changes = List.copyOf(changes);
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
    return new PlanDiff(matcher.entries(), besideSteps(before, after));
  }

  private static List<String> besideSteps(Plan before, Plan after) {
    List<String> changes = new ArrayList<>();
    Plan.Output was = before.output();
    Plan.Output is = after.output();
    if (!was.equals(is)) {
      changes.add("output: " + was.selector() + " -> " + is.selector());
    }
    lines("artifact", before.artifacts(), after.artifacts(), PlanDiff::artifact, changes);
    lines("http", before.http(), after.http(), HttpRule::text, changes);
    return changes;
  }

  private static String artifact(WantedFiles files) {
    return files.name() + " " + files.pattern();
  }

  private static <T> void lines(
      String what, List<T> before, List<T> after, Function<T, String> text, List<String> changes) {
    Set<T> old = new LinkedHashSet<>(before);
    Set<T> now = new LinkedHashSet<>(after);
    old.stream()
        .filter(each -> !now.contains(each))
        .forEach(each -> changes.add("removed " + what + " " + text.apply(each)));
    now.stream()
        .filter(each -> !old.contains(each))
        .forEach(each -> changes.add("added " + what + " " + text.apply(each)));
  }

  /** All entries, in the order of the new plan, with removed steps at their former places. */
  public List<Entry> entries() {
    return entries;
  }

  /** What differs beside the steps, such as {@code added http GET https://example.org}. */
  public List<String> changes() {
    return changes;
  }

  /** Whether nothing is different. */
  public boolean isEmpty() {
    return changes.isEmpty() && entries.stream().allMatch(entry -> entry.kind() == Kind.SAME);
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
