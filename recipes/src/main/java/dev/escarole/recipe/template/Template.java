package dev.escarole.recipe.template;

import dev.escarole.recipe.template.Template.LeafTemplate;
import dev.escarole.recipe.template.Template.ListTemplate;
import dev.escarole.recipe.template.Template.NestedTemplate;
import java.util.List;
import java.util.function.Function;

/** A node of a recipe's command tree. */
public sealed interface Template {

  /** JSON pointer of this node in the recipe; empty for the root. */
  String pointer();

  /** The settings of this node. */
  NodeSettings settings();

  /** Applies the function for this kind of node. */
  <R> R fold(
      Function<? super LeafTemplate, ? extends R> onLeaf,
      Function<? super ListTemplate, ? extends R> onList,
      Function<? super NestedTemplate, ? extends R> onNested,
      Function<? super HandleTemplate, ? extends R> onHandle);

  /** A node that runs one command. */
  record LeafTemplate(String pointer, NodeSettings settings, List<Word> words) implements Template {
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

  /** A node whose template is an array: a sequence, or parallel branches. */
  record ListTemplate(String pointer, NodeSettings settings, List<Template> children)
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

  /** A node whose template is another object with its own settings. */
  record NestedTemplate(String pointer, NodeSettings settings, Template inner) implements Template {
    @Override
    public <R> R fold(
        Function<? super LeafTemplate, ? extends R> onLeaf,
        Function<? super ListTemplate, ? extends R> onList,
        Function<? super NestedTemplate, ? extends R> onNested,
        Function<? super HandleTemplate, ? extends R> onHandle) {
      return onNested.apply(this);
    }
  }

  /**
   * A node that calls a Command Handle, which is read elsewhere.
   *
   * @param handlePointer JSON pointer of the handle
   * @param arguments the arguments of the call
   */
  record HandleTemplate(
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
}
