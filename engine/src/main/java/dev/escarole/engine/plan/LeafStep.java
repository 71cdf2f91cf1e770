package dev.escarole.engine.plan;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A step that runs one command.
 *
 * @param argv command name and arguments; empty if the step is skipped
 * @param handle settings of the handle; null for a plain command or a skipped step
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

  /** Whether the author allows caching its result. */
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
