package dev.escarole.engine.plan;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A step that runs one command.
 *
 * @param argv command name and arguments, none of them split any further; empty when the step is
 *     skipped
 * @param handle what it is given if it calls a handle; null for a plain command and for a step that
 *     is skipped
 */
public record LeafStep(
    Place place,
    Controls controls,
    @Nullable Step recover,
    @Nullable String skipReason,
    List<String> argv,
    @Nullable HandleSetting handle)
    implements Step {

  public LeafStep {
    argv = List.copyOf(argv);
  }

  /** Whether the author lets its result be kept and used again. */
  public Caching caching() {
    return controls.caching();
  }

  @Override
  public List<Step> children() {
    return List.of();
  }

  @Override
  public <R> R fold(Function<LeafStep, R> onLeaf, Function<GroupStep, R> onGroup) {
    return onLeaf.apply(this);
  }

  @Override
  public String kindWord() {
    return "leaf";
  }
}
