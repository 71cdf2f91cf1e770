package dev.escarole.recipe;

import java.util.Optional;

/** Renders a problem with the line it refers to and a caret below its position. */
public final class SourceExcerpt {
  private static final int WIDEST = 120;
  private static final int BEFORE_CARET = 60;

  private SourceExcerpt() {}

  /**
   * The line of a problem; of a very long line, the part around the position.
   *
   * @param number of the line, from 1
   * @param text its text
   * @param indent spaces and tabs, as wide as the text before the position
   */
  public record Line(int number, String text, String indent) {}

  /**
   * Returns the problem, its line of {@code source} and a caret; only the problem if its position
   * is unknown.
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

  /** Returns the line of {@code source} for a problem; empty if its position is unknown. */
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
