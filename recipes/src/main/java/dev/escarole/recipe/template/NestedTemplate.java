package dev.escarole.recipe.template;

import java.util.function.Function;

/** A node whose template is another object, with settings of its own. */
public record NestedTemplate(String pointer, NodeSettings settings, Template inner)
    implements Template {
  @Override
  public <R> R fold(
      Function<? super LeafTemplate, ? extends R> onLeaf,
      Function<? super ListTemplate, ? extends R> onList,
      Function<? super NestedTemplate, ? extends R> onNested,
      Function<? super HandleTemplate, ? extends R> onHandle) {
    return onNested.apply(this);
  }
}
