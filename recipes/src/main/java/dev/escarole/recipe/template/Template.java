package dev.escarole.recipe.template;

import java.util.function.Function;

/** One node of the command tree that a recipe describes. */
public sealed interface Template
    permits LeafTemplate, ListTemplate, NestedTemplate, HandleTemplate {

  /** JSON pointer of this node in its recipe document; empty for the root. */
  String pointer();

  /** The fields written on this node. */
  NodeSettings settings();

  /** Applies the function that fits the kind of this node. */
  <R> R fold(
      Function<? super LeafTemplate, ? extends R> onLeaf,
      Function<? super ListTemplate, ? extends R> onList,
      Function<? super NestedTemplate, ? extends R> onNested,
      Function<? super HandleTemplate, ? extends R> onHandle);
}
