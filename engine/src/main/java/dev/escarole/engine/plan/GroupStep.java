package dev.escarole.engine.plan;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A step that runs other steps. */
public record GroupStep(
    Place place,
    Controls controls,
    @Nullable Step recover,
    @Nullable String skipReason,
    GroupKind kind,
    List<Step> children)
    implements Step {

  public GroupStep {
    children = List.copyOf(children);
  }

  public boolean isParallel() {
    return kind == GroupKind.PARALLEL;
  }

  /**
   * The name of a branch in the join: its label, or {@code branch N}, starting at 1.
   *
   * @param position index of the child, from 0
   */
  public String branchLabel(int position) {
    String label = children.get(position).label();
    return label == null || label.isEmpty() ? "branch " + (position + 1) : label;
  }

  @Override
  public <R> R fold(Function<LeafStep, R> onLeaf, Function<GroupStep, R> onGroup) {
    return onGroup.apply(this);
  }

  @Override
  public String kindWord() {
    return kind.word();
  }
}
