package dev.escarole.recipe;

/** A place in a text; line and column count from 1. */
record Mark(int line, int column) implements Comparable<Mark> {
  static final Mark START = new Mark(1, 1);

  @Override
  public int compareTo(Mark other) {
    return line == other.line
        ? Integer.compare(column, other.column)
        : Integer.compare(line, other.line);
  }
}
