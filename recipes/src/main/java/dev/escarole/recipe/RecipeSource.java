package dev.escarole.recipe;

import dev.escarole.recipe.Place.Mark;

/** The source of a recipe: its text and its values with positions. */
record RecipeSource(String fileName, String text, SourceValue document) {

  Location locate(String pointer) {
    Mark mark = Pointers.locate(document, pointer);
    return new Location(fileName, mark.line(), mark.column(), pointer);
  }
}
