package dev.escarole.recipe;

/**
 * Shows a problem together with the line of the text that it is about, and a caret below the place.
 */
public final class SourceExcerpt {
  private static final int WIDEST = 120;
  private static final int BEFORE_CARET = 60;

  private SourceExcerpt() {}

  /**
   * The problem, its line of {@code source}, and a caret; only the problem when its place is
   * unknown.
   */
  public static String render(Problem problem, String source) {
    String line = line(source, problem.line());
    if (line.isBlank()) {
      return problem.render();
    }
    int column = Math.min(Math.max(problem.column(), 1), line.length() + 1);
    int start = line.length() <= WIDEST ? 0 : Math.max(0, column - 1 - BEFORE_CARET);
    String shown = line.substring(start, Math.min(line.length(), start + WIDEST));
    String number = String.valueOf(problem.line());
    String margin = " ".repeat(number.length());
    String indent =
        shown.substring(0, Math.min(shown.length(), column - 1 - start)).replaceAll("[^\t]", " ");
    return String.join(
        System.lineSeparator(),
        problem.render(),
        margin + " |",
        number + " | " + shown,
        margin + " | " + indent + "^");
  }

  private static String line(String source, int number) {
    return number < 1 ? "" : source.lines().skip(number - 1L).findFirst().orElse("");
  }
}
