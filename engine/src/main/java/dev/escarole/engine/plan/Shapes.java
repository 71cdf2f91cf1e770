package dev.escarole.engine.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Numbers such that two steps have the same one exactly if they are equal with all that is in them,
 * wherever they stand. Confined to one thread.
 */
final class Shapes {

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
    // What is inside a step stands behind it.
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
