package dev.escarole.engine.plan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Third pass: numbers the drafts in depth-first order, gives them paths and makes them steps. */
final class Linker {

  private final List<@Nullable Step> steps = new ArrayList<>();

  private Linker() {}

  /** All steps in depth-first order; a step stands before its children, its recovery after them. */
  static List<Step> link(Draft root) {
    Linker linker = new Linker();
    linker.step(root, "0");
    List<Step> linked = new ArrayList<>(linker.steps.size());
    for (Step step : linker.steps) {
      if (step == null) {
        throw new IllegalStateException("BUG: a step was numbered but not made");
      }
      linked.add(step);
    }
    return linked;
  }

  private Step step(Draft draft, String path) {
    Place place = new Place(steps.size(), path, draft.pointer, draft.label);
    steps.add(null);
    List<Step> children = children(draft, path);
    Step recover = draft.recover == null ? null : step(draft.recover, path + ".recover");
    Step made = make(draft, place, children, recover);
    steps.set(place.index(), made);
    return made;
  }

  private List<Step> children(Draft draft, String path) {
    List<Step> children = new ArrayList<>(draft.children.size());
    for (int i = 0; i < draft.children.size(); i++) {
      children.add(step(draft.children.get(i), path + "." + i));
    }
    return children;
  }

  private static Step make(Draft draft, Place place, List<Step> children, @Nullable Step recover) {
    GroupKind kind = draft.groupKind;
    return kind == null
        ? new LeafStep(place, draft.controls, recover, draft.skipReason, draft.argv, draft.setting)
        : new GroupStep(place, draft.controls, recover, draft.skipReason, kind, children);
  }
}
