package dev.escarole.web.app.local;

/** Which recipe is meant: one of the watched folder, or one that the request brings along. */
public sealed interface WantedRecipe {

  /** How the audit calls it. */
  String title();

  /** The version in force of the recipe of that name in the watched folder. */
  record Named(String title) implements WantedRecipe {}

  /**
   * A recipe as text.
   *
   * @param title where its mistakes are said to be; the ending of this file name says whether it is
   *     JSON or YAML. No such file is opened
   */
  record Text(String text, String title) implements WantedRecipe {}
}
