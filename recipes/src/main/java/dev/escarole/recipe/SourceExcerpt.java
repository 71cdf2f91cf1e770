package dev.escarole.recipe;

import java.util.Optional;

/**
 * Shows a problem together with the line of the text that it is about, and a caret below the place.
 */
public final class SourceExcerpt {
  private static final int WIDEST = 120;
  private static final int BEFORE_CARET = 60;

  private SourceExcerpt() {}

  /**
   * The line that a problem is about, or of a very long one the part around the place.
   *
   * @param number of the line, from 1
   * @param text what stands there
   * @param indent as wide as what stands before the place: blanks and tabs
   */
  public record Line(int number, String text, String indent) {}

  /**
   * The problem, its line of {@code source}, and a caret; only the problem when its place is
   * unknown.
   */
  public static String render(Problem problem, String source) {
    return line(problem, source).map(line -> render(problem, line)).orElseGet(problem::render);
  }

  private static String render(Problem problem, Line line) {
    String margin = " ".repeat(String.valueOf(line.number()).length());
    return String.join(
        System.lineSeparator(),
        problem.render(),
        margin + " |",
        line.number() + " | " + line.text(),
        margin + " | " + line.indent() + "^");
  }

  /** The line of {@code source} that a problem is about; empty when its place is unknown. */
  public static Optional<Line> line(Problem problem, String source) {
    String line = line(source, problem.line());
    if (line.isBlank()) {
      return Optional.empty();
    }
    int column = Math.min(Math.max(problem.column(), 1), line.length() + 1);
    int start = line.length() <= WIDEST ? 0 : Math.max(0, column - 1 - BEFORE_CARET);
    String shown = line.substring(start, Math.min(line.length(), start + WIDEST));
    String indent =
        shown.substring(0, Math.min(shown.length(), column - 1 - start)).replaceAll("[^\t]", " ");
    return Optional.of(new Line(problem.line(), shown, indent));
  }

  private static String line(String source, int number) {
    return number < 1 ? "" : source.lines().skip(number - 1L).findFirst().orElse("");
  }
}
