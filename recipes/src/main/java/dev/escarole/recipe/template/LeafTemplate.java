package dev.escarole.recipe.template;

import java.util.List;
import java.util.function.Function;

/** A node that runs one command. */
public record LeafTemplate(String pointer, NodeSettings settings, List<Word> words)
    implements Template {
  public LeafTemplate {
    words = List.copyOf(words);
  }

  @Override
  public <R> R fold(
      Function<? super LeafTemplate, ? extends R> onLeaf,
      Function<? super ListTemplate, ? extends R> onList,
      Function<? super NestedTemplate, ? extends R> onNested,
      Function<? super HandleTemplate, ? extends R> onHandle) {
    return onLeaf.apply(this);
  }
}
