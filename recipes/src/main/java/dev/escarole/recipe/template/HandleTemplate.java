package dev.escarole.recipe.template;

import java.util.function.Function;

/**
 * A node that calls a Command Handle. What the handle says is not known here; only where it stands,
 * and what it is given.
 *
 * @param handlePointer JSON pointer of the handle itself
 * @param arguments what the handle is called with
 */
public record HandleTemplate(
    String pointer, NodeSettings settings, String handlePointer, CallArguments arguments)
    implements Template {

  @Override
  public <R> R fold(
      Function<? super LeafTemplate, ? extends R> onLeaf,
      Function<? super ListTemplate, ? extends R> onList,
      Function<? super NestedTemplate, ? extends R> onNested,
      Function<? super HandleTemplate, ? extends R> onHandle) {
    return onHandle.apply(this);
  }
}
