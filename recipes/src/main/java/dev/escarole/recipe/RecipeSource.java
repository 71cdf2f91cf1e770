package dev.escarole.recipe;

/** Where a recipe came from: its text, and the places of the values in it. */
record RecipeSource(String fileName, String text, SourceValue document) {

  Location locate(String pointer) {
    Mark mark = Pointers.locate(document, pointer);
    return new Location(fileName, mark.line(), mark.column(), pointer);
  }
}
