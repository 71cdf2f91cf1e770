package dev.escarole.engine.plan;

/** How the children of a group run. */
public enum GroupKind {
  /** One after the other, each reading the output of the one before. */
  SEQUENCE("sequence"),

  /** At the same time with the same input, joined in declaration order. */
  PARALLEL("parallel"),

  /**
   * A node around a single object: its result is the child's result, whereas a sequence would
   * continue after a failure.
   */
  NESTED("sequence");

  private final String word;

  GroupKind(String word) {
    this.word = word;
  }

  /** The word for users. */
  public String word() {
    return word;
  }
}
