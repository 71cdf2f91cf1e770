package dev.escarole.recipe;

/** Where something stands: its JSON pointer, and its place in the text. */
record Place(String pointer, Mark mark) {

  static Place of(String pointer, SourceValue value) {
    return new Place(pointer, value.mark());
  }
}
