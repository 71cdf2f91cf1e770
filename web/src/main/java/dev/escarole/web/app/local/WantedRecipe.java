package dev.escarole.web.app.local;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which recipe is meant: one of the watched folder, or one that the request brings along. */
public sealed interface WantedRecipe {

  /** How the audit calls it. */
  String title();

  /** The answer of the function for this kind. */
  <R extends @Nullable Object> R fold(Function<Named, R> onNamed, Function<Text, R> onText);

  /**
   * The version in force of a recipe in the watched folder.
   *
   * @param name as the folder lists it
   */
  record Named(String name) implements WantedRecipe {
    @Override
    public String title() {
      return name;
    }

    @Override
    public <R extends @Nullable Object> R fold(
        Function<Named, R> onNamed, Function<Text, R> onText) {
      return onNamed.apply(this);
    }
  }

  /**
   * A recipe as text.
   *
   * @param fileName where its mistakes are said to be; its ending says whether it is JSON or YAML.
   *     No such file is opened
   */
  record Text(String text, String fileName) implements WantedRecipe {
    @Override
    public String title() {
      return fileName;
    }

    @Override
    public <R extends @Nullable Object> R fold(
        Function<Named, R> onNamed, Function<Text, R> onText) {
      return onText.apply(this);
    }
  }
}
