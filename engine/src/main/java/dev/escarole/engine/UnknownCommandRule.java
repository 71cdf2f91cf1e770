package dev.escarole.engine;

/** What becomes of a recipe that names a command which nobody has registered. */
public enum UnknownCommandRule {
  /** Nothing starts. */
  REFUSE,

  /**
   * The run starts, and the step fails with exit code 127 when its turn comes, as any other step
   * may fail. Recipes that are written for several hosts may count on that.
   */
  FAIL_STEP
}
