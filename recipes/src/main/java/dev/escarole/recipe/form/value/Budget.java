package dev.escarole.recipe.form.value;

/** The remaining budget of one evaluation. Confined to that evaluation. */
public final class Budget {
  private static final int TEXT_ON_THE_WAY = 4;

  private static final int STRIDE = 256;

  private final FormLimits limits;
  private final Runnable pace;
  private int untilPace = STRIDE;
  private long directives;
  private long nodes;
  private long text;
  private long visits;
  private long schemaVisits;

  /** Creates a full budget; {@code pace} is called regularly and may throw. */
  public Budget(FormLimits limits, Runnable pace) {
    this.limits = limits;
    this.pace = pace;
  }

  public FormLimits limits() {
    return limits;
  }

  /**
   * Counts one directive.
   *
   * @throws FormException if the limit is exceeded
   */
  public void directive() {
    directives++;
    check(directives, limits.maxDirectives(), "directives");
  }

  /**
   * Counts created values.
   *
   * @throws FormException if the limit is exceeded
   */
  public void nodes(long count) {
    nodes += count;
    check(nodes, limits.maxNodes(), "values");
  }

  /** Counts characters of created text. */
  public void text(long characters) {
    text += characters;
    check(text, (long) limits.maxOutput() * TEXT_ON_THE_WAY, "characters of text");
  }

  /**
   * Counts one value visited by a query or comparison.
   *
   * @throws FormException if the limit is exceeded
   */
  public void visit() {
    visits(1);
  }

  /**
   * Counts values visited by a query or comparison.
   *
   * @throws FormException if the limit is exceeded
   */
  public void visits(long count) {
    visits += count;
    check(visits, limits.maxVisits(), "visits of values by queries and comparisons");
  }

  /**
   * Counts visits by JSON Schemas.
   *
   * @throws FormException if the limit is exceeded
   */
  public void schemaVisits(long count) {
    schemaVisits += count;
    check(schemaVisits, limits.maxSchemaVisits(), "visits by JSON Schemas");
  }

  /** Checks the size of a result. */
  public void output(FormValue result) {
    Size size = new Size();
    measure(result, size);
  }

  private static final class Size {
    private long nodes;
    private long text;
  }

  private void measure(FormValue value, Size size) {
    size.nodes++;
    if (value instanceof FormValue.Text text) {
      size.text += text.value().length();
    } else if (value instanceof FormValue.Binary binary) {
      size.text += binary.length();
    } else if (value instanceof FormValue.Array array) {
      array.items().forEach(item -> measure(item, size));
    } else if (value instanceof FormValue.Obj object) {
      object
          .members()
          .forEach(
              (name, member) -> {
                size.text += name.length();
                measure(member.value(), size);
              });
    }
    check(size.nodes, limits.maxNodes(), "values in its result");
    check(size.text, limits.maxOutput(), "characters of text in its result");
  }

  private void check(long spent, long most, String what) {
    if (spent > most) {
      throw new FormException(
          FormCodes.LIMIT,
          "the form takes more than " + most + " " + what,
          "Pass large data in a file or on standard input.",
          "");
    }
    if (--untilPace == 0) {
      untilPace = STRIDE;
      pace.run();
    }
  }
}
