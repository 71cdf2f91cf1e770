package dev.escarole.web.app.recipe;

import dev.escarole.web.app.Param;

/** Names a recipe of the watched folder. */
public record RecipeName(
    @Param(
            value = "As the list has it; it may hold slashes.",
            in = Param.Where.PATH,
            required = true)
        String name,
    @Param(value = "Also shows its last runs.", in = Param.Where.QUERY) boolean history,
    @Param(
            value = "Also gives the version in force with all files that it imports, as one text.",
            in = Param.Where.QUERY)
        boolean bundle) {

  /** A recipe without its runs and imports. */
  public RecipeName(String name) {
    this(name, false, false);
  }
}
