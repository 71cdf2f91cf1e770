package dev.escarole.recipe.template;

import java.util.List;
import java.util.function.Function;

/** A node whose template is an array: a sequence, or parallel branches. */
public record ListTemplate(String pointer, NodeSettings settings, List<Template> children)
    implements Template {
  public ListTemplate {
    children = List.copyOf(children);
  }

  @Override
  public <R> R fold(
      Function<? super LeafTemplate, ? extends R> onLeaf,
      Function<? super ListTemplate, ? extends R> onList,
      Function<? super NestedTemplate, ? extends R> onNested,
      Function<? super HandleTemplate, ? extends R> onHandle) {
    return onList.apply(this);
  }
}
