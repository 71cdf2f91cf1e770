package dev.escarole.web.cli.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.recipe.Problem;
import dev.escarole.web.app.recipe.TestReport;
import dev.escarole.web.app.recipe.TestReport.Difference;
import dev.escarole.web.app.recipe.TestReport.TestedCase;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Glyphs;
import dev.escarole.web.cli.text.Paint;
import dev.escarole.web.cli.text.ProblemText;
import dev.escarole.web.cli.text.TextFormat;
import java.util.List;

/** Shows results of tests to people, each as soon as it is there. */
final class TestText {

  private static final String INDENT = "    ";

  private final Console console;
  private final Paint paint;
  private final Glyphs glyphs;

  TestText(Console console) {
    this.console = console;
    this.paint = console.outPaint();
    this.glyphs = Glyphs.of(console.terminal());
  }

  void file(String name) {
    line(paint.bold(TextFormat.plain(name)));
  }

  void broken(String name, List<Problem> problems) {
    line(paint.bold(TextFormat.plain(name)) + " " + paint.red("cannot be used"));
    ProblemText.print(console, problems);
  }

  void test(TestedCase result) {
    StepState state = result.passed() ? StepState.DONE : StepState.FAILED;
    line("  " + glyphs.sign(state, 0, paint) + " " + TextFormat.plain(result.name()));
    result.differences().forEach(this::difference);
    if (result.moreDifferences() > 0) {
      line(INDENT + "and " + result.moreDifferences() + " more");
    }
  }

  private void difference(Difference difference) {
    String what = INDENT + paint.bold(TextFormat.plain(difference.what()));
    boolean fits = isLine(difference.expected()) && isLine(difference.actual());
    if (fits) {
      line(
          what
              + ": expected "
              + paint.green(shown(difference.expected()))
              + ", is "
              + paint.red(shown(difference.actual())));
      return;
    }
    line(what + ": expected");
    difference.expected().lines().forEach(each -> line(INDENT + paint.green("  | " + plain(each))));
    line(INDENT + "is");
    difference.actual().lines().forEach(each -> line(INDENT + paint.red("  | " + plain(each))));
  }

  private static boolean isLine(String text) {
    return text.indexOf('\n') < 0 && text.length() <= 60;
  }

  private static String shown(String text) {
    return text.isEmpty() ? "nothing" : plain(text);
  }

  private static String plain(String text) {
    return TextFormat.plain(text);
  }

  void summary(TestReport report) {
    String tests = TextFormat.count(report.tests(), "test", "tests");
    int passed = report.tests() - report.failed();
    String line = tests + ": " + passed + " passed, " + report.failed() + " failed";
    if (report.broken() > 0) {
      line += ", " + TextFormat.count(report.broken(), "file", "files") + " cannot be used";
    }
    line(report.passed() ? paint.green(line) : paint.red(line));
  }

  private void line(String text) {
    console.print(text + "\n");
  }
}
