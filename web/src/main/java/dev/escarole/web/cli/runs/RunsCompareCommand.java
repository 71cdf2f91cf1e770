package dev.escarole.web.cli.runs;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.compare.RunComparison;
import dev.escarole.web.app.compare.TextDifference;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.text.ComparisonText;
import dev.escarole.web.cli.text.UsageException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two runs. */
@Command(
    name = "compare",
    description =
        "Compares two runs: plan, values, states, durations and outputs."
            + " The first run is 'before', the second 'after'.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole runs compare 20261121-2315 last",
      "  escarole runs compare 20261121-2315 last --only duration",
      "  escarole runs compare 20261121-2315 last --text 0.2.1"
    })
public final class RunsCompareCommand extends AskingCommand<Record> {

  private static final List<String> RESPECTS =
      List.of("differences", "plan", "state", "output", "duration", "all");
  private static final List<String> TEXTS = List.of("recipe", "input", "result");
  private static final int LARGEST_PAGE = 1_000;
  private static final int MOST = 100_000;

  static final class Respects implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return RESPECTS.iterator();
    }
  }

  @Parameters(
      index = "0",
      paramLabel = "RUN",
      description = "The run's id, the beginning of it, or 'last' for the newest run.")
  private String run = "";

  @Parameters(index = "1", paramLabel = "OTHER", description = "The run to compare it with.")
  private String other = "";

  @Option(
      names = "--only",
      paramLabel = "RESPECT",
      completionCandidates = Respects.class,
      description = "Only steps that differ so: ${COMPLETION-CANDIDATES}. Default: differences.")
  private @Nullable String only;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Most steps to show, 1 to 100,000. Default: 50.")
  private int limit = 50;

  @Option(
      names = "--text",
      paramLabel = "WHAT",
      description =
          "Shows instead how a text differs, line by line: recipe, input, result, or the output of"
              + " a step by its path or label.")
  private @Nullable String text;

  @Option(names = "--stderr", description = "With --text STEP: its standard error.")
  private boolean stderr;

  @Override
  protected void check() {
    if (limit < 1 || limit > MOST) {
      throw new UsageException(
          "bad-limit", "--limit must be 1 to " + MOST + ", was " + limit, "Choose another number.");
    }
    boolean step = text != null && !TEXTS.contains(text);
    if (stderr && !step) {
      throw new UsageException(
          "needs-step", "--stderr is that of a step", "Name the step with --text STEP.");
    }
    if (text != null && only != null) {
      throw new UsageException(
          "two-questions", "--only and --text ask for two things", "Leave one of them out.");
    }
  }

  @Override
  protected Record ask(Escarole escarole) {
    return text == null ? compared(escarole) : difference(escarole, text);
  }

  private TextDifference difference(Escarole escarole, String wanted) {
    if (TEXTS.contains(wanted)) {
      return escarole.difference(new TextDifference.Query(run, wanted, other, null, null));
    }
    String stream = stderr ? "stderr" : "stdout";
    return escarole.difference(new TextDifference.Query(run, stream, other, wanted, null));
  }

  /** As many pages as it takes, as one. */
  private RunComparison compared(Escarole escarole) {
    List<RunComparison.StepPair> steps = new ArrayList<>();
    RunComparison page;
    String next = null;
    do {
      int rest = Math.min(LARGEST_PAGE, limit - steps.size());
      page = escarole.compare(new RunComparison.Query(run, other, only, rest, next));
      steps.addAll(page.steps());
      next = page.next();
    } while (next != null && steps.size() < limit);
    return page.withSteps(steps);
  }

  @Override
  protected void show(Record reply, Reach reach) {
    List<String> lines =
        reply instanceof RunComparison comparison
            ? ComparisonText.lines(comparison, console.outPaint())
            : ComparisonText.lines((TextDifference) reply, console.outPaint());
    lines.forEach(line -> console.print(line + "\n"));
  }
}
