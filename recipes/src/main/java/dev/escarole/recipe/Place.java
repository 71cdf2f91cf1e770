package dev.escarole.recipe;

/** A JSON pointer and its position in the text. */
record Place(String pointer, Mark mark) {

  static Place of(String pointer, SourceValue value) {
    return new Place(pointer, value.mark());
  }

  /** A position in a text; line and column start at 1. */
  record Mark(int line, int column) implements Comparable<Mark> {
    static final Mark START = new Mark(1, 1);

    @Override
    public int compareTo(Mark other) {
      return line == other.line
          ? Integer.compare(column, other.column)
          : Integer.compare(line, other.line);
    }
  }
}
