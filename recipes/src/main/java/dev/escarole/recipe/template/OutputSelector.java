package dev.escarole.recipe.template;

/**
 * What {@code output} selects besides standard output: the value of a name, or text with
 * placeholders.
 */
public final class OutputSelector {
  private OutputSelector() {}

  /** What {@code selector} says; throws {@link TemplateException}. */
  public static Text parse(String selector) {
    String trimmed = selector.strip();
    if (Names.isName(trimmed)) {
      return Text.parse("{" + trimmed + "}");
    }
    Text text = Text.parse(trimmed);
    if (text.isLiteral()) {
      throw new TemplateException(
          Codes.BAD_OUTPUT,
          "'" + selector + "' selects no output",
          "Write stdout, the name of a value, or text with a placeholder such as {dir}/out.txt.");
    }
    return text;
  }
}
