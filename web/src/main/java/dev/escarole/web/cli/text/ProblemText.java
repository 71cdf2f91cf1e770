package dev.escarole.web.cli.text;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.SourceExcerpt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Shows a problem to people, with the line of the recipe that it is about. */
public final class ProblemText {

  private static final long LARGEST = 16L * 1024 * 1024;

  private ProblemText() {}

  /** Prints problems, each with its line of its file, which is read once more. */
  public static void print(Console console, List<Problem> problems) {
    Map<String, String> texts = new HashMap<>();
    for (Problem problem : problems) {
      String file = problem.file();
      boolean shown = file != null && problem.line() > 0;
      print(
          console, problem, shown ? texts.computeIfAbsent(file, name -> read(console, name)) : "");
    }
  }

  private static String read(Console console, String file) {
    try {
      Path path = console.locate(Path.of(file));
      String text = Files.size(path) > LARGEST ? "" : Files.readString(path);
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (IOException | InvalidPathException e) {
      return "";
    }
  }

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
