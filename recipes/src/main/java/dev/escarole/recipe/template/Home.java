package dev.escarole.recipe.template;

/**
 * Where a default was written.
 *
 * @param enclosing the scope around the node that wrote it
 * @param repeats whether that node repeats, so that its copies have an index of their own
 * @param index the index of the copy, once there is one
 * @param count how many copies there are; 0 as long as there are none
 */
record Home(Scope enclosing, boolean repeats, int index, int count) {

  Home(Scope enclosing, boolean repeats) {
    this(enclosing, repeats, 0, 0);
  }

  /** Whether this is a node that repeats and whose copies are still to be made. */
  boolean awaitsCopies() {
    return repeats && count == 0;
  }

  Home ofCopy(int copy, int copies) {
    return new Home(enclosing, true, copy, copies);
  }

  /** The scope that asks, with the index of the copy that wrote the default. */
  Scope seenFrom(Scope using) {
    return count == 0 ? using : using.at(index, count);
  }
}
