package dev.escarole.recipe.form;

/**
 * What one form may cost (Tool Form, section 8.1, which asks for limits and names none). All of
 * them hold for one evaluation, except depth and query text, which hold for the form.
 *
 * @param maxDepth objects and arrays inside each other, in forms and in arguments; default 64
 * @param maxDirectives directives and expressions evaluated; default 10,000
 * @param maxNodes values made; default 100,000
 * @param maxOutput characters of text in the result; default 1 MiB. Four times that may be made on
 *     the way
 * @param maxQuery characters of one query; default 1,024
 * @param maxVisits values that queries, comparisons and sorting look at; default 100,000
 */
public record FormLimits(
    int maxDepth, int maxDirectives, int maxNodes, int maxOutput, int maxQuery, int maxVisits) {
  /** The limits that hold unless others are set. */
  public static final FormLimits DEFAULTS =
      new FormLimits(64, 10_000, 100_000, 1 << 20, 1_024, 100_000);

  /** Deeper recursion than this could outgrow a thread's stack. */
  private static final int DEEPEST = 200;

  public FormLimits {
    atLeastOne("maxDepth", maxDepth);
    atLeastOne("maxDirectives", maxDirectives);
    atLeastOne("maxNodes", maxNodes);
    atLeastOne("maxOutput", maxOutput);
    atLeastOne("maxQuery", maxQuery);
    atLeastOne("maxVisits", maxVisits);
    if (maxDepth > DEEPEST) {
      throw new IllegalArgumentException(
          "FormLimits.maxDepth must be at most " + DEEPEST + ", was " + maxDepth);
    }
  }

  private static void atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "FormLimits." + name + " must be at least 1, was " + value);
    }
  }
}
