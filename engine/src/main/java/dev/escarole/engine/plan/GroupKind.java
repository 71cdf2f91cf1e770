package dev.escarole.engine.plan;

/** How the children of a group run. */
public enum GroupKind {
  /** One after the other, each reading what the one before printed. */
  SEQUENCE("sequence"),

  /** All at once on the same input, joined in declaration order. */
  PARALLEL("parallel"),

  /**
   * A node around a single object: its result is the child's result, success or failure, where a
   * sequence would go on after a failure.
   */
  NESTED("sequence");

  private final String word;

  GroupKind(String word) {
    this.word = word;
  }

  /** The kind as users read it. */
  public String word() {
    return word;
  }
}
