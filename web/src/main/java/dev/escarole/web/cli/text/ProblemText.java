package dev.escarole.web.cli.text;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.SourceExcerpt;

/** Shows a problem to people, with the line of the recipe that it is about. */
public final class ProblemText {

  private ProblemText() {}

  /**
   * Prints a problem.
   *
   * @param source the text of the file that it is about; empty when it is not at hand
   */
  public static void print(Console console, Problem problem, String source) {
    Paint paint = console.errPaint();
    boolean first = true;
    for (String line : SourceExcerpt.render(problem, source).lines().toList()) {
      String shown = TextFormat.plain(line);
      console.say(first ? heading(problem, shown, paint) : shown);
      first = false;
    }
  }

  private static String heading(Problem problem, String line, Paint paint) {
    String word = problem.severity().word() + "[" + problem.code() + "]";
    String coloured = problem.severity() == Severity.ERROR ? paint.red(word) : paint.yellow(word);
    return line.replace(word, coloured);
  }
}
