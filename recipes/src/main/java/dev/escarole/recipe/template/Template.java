package dev.escarole.recipe.template;

import java.util.List;
import java.util.function.Function;

/** A node of a recipe's command tree. */
public sealed interface Template {

  /**
   * JSON pointer of this node in its file; empty for the root. In an imported file, it follows the
   * path of the file and a {@code #}.
   */
  String pointer();

  /** The settings of this node. */
  NodeSettings settings();

  /** The nodes directly inside, without the recovery. */
  default List<Template> children() {
    return List.of();
  }

  /** Applies the function for this kind of node. */
  default <R> R fold(
      Function<? super LeafTemplate, ? extends R> onLeaf,
      Function<? super ListTemplate, ? extends R> onList,
      Function<? super NestedTemplate, ? extends R> onNested,
      Function<? super HandleTemplate, ? extends R> onHandle,
      Function<? super ImportTemplate, ? extends R> onImport) {
    if (this instanceof LeafTemplate leaf) {
      return onLeaf.apply(leaf);
    }
    if (this instanceof ListTemplate list) {
      return onList.apply(list);
    }
    if (this instanceof ImportTemplate imported) {
      return onImport.apply(imported);
    }
    return this instanceof NestedTemplate nested
        ? onNested.apply(nested)
        : onHandle.apply((HandleTemplate) this);
  }

  /**
   * A node that runs one command, or waits if its settings say so.
   *
   * @param words the command and its arguments; of a node that waits, {@code await}, what for, and
   *     the text to show, if any
   */
  record LeafTemplate(String pointer, NodeSettings settings, List<Word> words) implements Template {
    public LeafTemplate {
      words = List.copyOf(words);
    }
  }

  /** A node whose template is an array: a sequence, or parallel branches. */
  record ListTemplate(String pointer, NodeSettings settings, List<Template> children)
      implements Template {
    public ListTemplate {
      children = List.copyOf(children);
    }
  }

  /** A node whose template is another object with its own settings. */
  record NestedTemplate(String pointer, NodeSettings settings, Template inner) implements Template {
    @Override
    public List<Template> children() {
      return List.of(inner);
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
      implements Template {}

  /** A node that runs another recipe, whose nodes are not among its children. */
  record ImportTemplate(String pointer, NodeSettings settings, ImportCall call)
      implements Template {}
}
