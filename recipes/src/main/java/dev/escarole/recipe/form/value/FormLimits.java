package dev.escarole.recipe.form.value;

/**
 * What one form may cost (Tool Form, section 8.1, which asks for limits and names none). All of
 * them hold for one evaluation, except that of a query's text, which holds for the form. How deeply
 * forms and arguments may nest is {@link #MOST_DEPTH}, whatever the limits.
 *
 * @param maxDirectives directives and expressions evaluated; default 10,000
 * @param maxNodes values made; default 100,000
 * @param maxOutput characters of text in the result; default 1 MiB. Four times that may be made on
 *     the way
 * @param maxQuery characters of one query; default 1,024
 * @param maxVisits values that queries, comparisons and sorting look at; default 100,000
 * @param maxSchemaVisits keywords of JSON Schemas that values are checked against; default
 *     1,000,000. It also holds for the parameters of a handle
 */
public record FormLimits(
    int maxDirectives,
    int maxNodes,
    int maxOutput,
    int maxQuery,
    int maxVisits,
    int maxSchemaVisits) {
  /** Objects and arrays inside each other. */
  public static final int MOST_DEPTH = 64;

  /** The limits that hold unless others are set. */
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
