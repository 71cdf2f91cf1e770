package dev.escarole.engine.plan;

/**
 * A connection between two steps, named by their index.
 *
 * @param from index of the step it leaves
 * @param to index of the step it enters
 */
public record Edge(int from, int to, Kind kind) {

  /** Whether it leads on, unlike a join and a recovery. */
  boolean flows() {
    return kind == Kind.FLOW || kind == Kind.ENTER;
  }

  /** The meaning of an edge. */
  public enum Kind {
    /** A group passes its standard input to a child. */
    ENTER("enter"),
    /** The standard output of one step is the standard input of the next. */
    FLOW("flow"),
    /** A branch ends in the join of its parallel node. */
    JOIN("join"),
    /** A failed attempt is followed by the recovery. */
    RECOVER("recover");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** The word for users. */
    public String word() {
      return word;
    }
  }
}
