package dev.escarole.engine.plan;

import dev.escarole.recipe.template.AwaitKind;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A step that runs one command, or waits for people or a program.
 *
 * @param argv command name and arguments; of a step that waits, {@code await}, what for, and the
 *     text to show, if any; empty if the step is skipped
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

  /** What it waits for instead of running a command; null if it does not wait. */
  public @Nullable AwaitKind awaits() {
    return controls.awaits();
  }

  /** What those who decide about a step that waits are shown; empty if there is nothing. */
  public String shown() {
    return awaits() != null && argv.size() > 2 ? argv.get(2) : "";
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
