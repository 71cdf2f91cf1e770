package dev.escarole.recipe.form.value;

/**
 * Limits for a form (Tool Form, section 8.1, which does not specify values). All apply to one
 * evaluation, except the length of queries. Nesting is always limited to {@link #MOST_DEPTH}.
 *
 * @param maxDirectives directives and expressions evaluated; default 10,000
 * @param maxNodes values created; default 100,000
 * @param maxOutput characters of text in the result; default 1 MiB. Intermediate text may be four
 *     times that
 * @param maxQuery characters of one query; default 1,024
 * @param maxVisits values visited by queries, comparisons and sorting; default 100,000
 * @param maxSchemaVisits keywords of JSON Schemas checked; default 1,000,000. Also applies to the
 *     parameters of a handle
 */
public record FormLimits(
    int maxDirectives,
    int maxNodes,
    int maxOutput,
    int maxQuery,
    int maxVisits,
    int maxSchemaVisits) {
  /** Maximum nesting of objects and arrays. */
  public static final int MOST_DEPTH = 64;

  /** The default limits. */
  public static final FormLimits DEFAULTS =
      new FormLimits(10_000, 100_000, 1 << 20, 1_024, 100_000, 1_000_000);

  public FormLimits {
    atLeastOne("maxDirectives", maxDirectives);
    atLeastOne("maxNodes", maxNodes);
    atLeastOne("maxOutput", maxOutput);
    atLeastOne("maxQuery", maxQuery);
    atLeastOne("maxVisits", maxVisits);
    atLeastOne("maxSchemaVisits", maxSchemaVisits);
  }

  private static void atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "FormLimits." + name + " must be at least 1, was " + value);
    }
  }
}
