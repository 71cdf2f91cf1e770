package dev.escarole.web.cli.runs;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.FailurePicture;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunChoice;
import dev.escarole.web.cli.run.RunSummary;
import dev.escarole.web.cli.run.TreeRenderer;
import dev.escarole.web.cli.run.TreeState;
import dev.escarole.web.cli.text.ComputedText;
import dev.escarole.web.cli.text.FailureText;
import dev.escarole.web.cli.text.Glyphs;
import dev.escarole.web.cli.text.HandleText;
import dev.escarole.web.cli.text.Paint;
import dev.escarole.web.cli.text.Terminal;
import dev.escarole.web.cli.text.TextFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what happened in one run. */
@Command(
    name = "show",
    description = "Shows a run: its steps, its joins, and what failed.",
    footerHeading = "%nExamples:%n",
    footer = {"  escarole runs show last", "  escarole runs show 20261121-2315 --json"})
public final class RunsShowCommand extends AskingCommand<RunPicture> {

  private static final int USUAL_ROWS = 500;
  private static final int UNBOUNDED_WIDTH = 10_000;
  private static final int MOST_STDERR_LINES = 20;

  @Mixin private RunChoice choice = new RunChoice();

  @Option(
      names = "--all",
      description = "Shows every step, where otherwise at most " + USUAL_ROWS + " lines are shown.")
  private boolean all;

  @Override
  protected RunPicture ask(Escarole escarole) {
    return escarole.run(new RunName(choice.text()));
  }

  @Override
  protected void show(RunPicture run, Reach reach) {
    Paint paint = console.outPaint();
    RunSummary.print(run, paint, this::line);
    if (!run.head().labels().isEmpty()) {
      line("  labels " + TextFormat.plain(String.join(", ", run.head().labels())));
    }
    for (RunHead.Column column : RunHead.COLUMNS) {
      line("  " + column.word() + " " + TextFormat.plain(column.of(run.head())));
    }
    ComputedText.lines(run.past().computed()).forEach(this::line);
    line(
        "  started "
            + TextFormat.time(run.head().startedAt())
            + ", plan "
            + run.head().planHash().substring(0, 12));
    line("");
    tree(run).forEach(this::line);
    HandleText.lines(run.handles(), paint).forEach(this::line);
    errors(run, paint);
  }

  private List<String> tree(RunPicture run) {
    TreeState state = TreeState.of(run.steps());
    Map<String, String> why = new HashMap<>();
    run.failures().forEach(each -> why.put(each.path(), FailureText.of(each)));
    for (int i = 0; i < state.tree().size(); i++) {
      StepPicture step = run.steps().get(i);
      String failure = why.get(step.path());
      String reason = failure == null ? step.reason() : failure;
      if (reason != null) {
        state.note(i, failure == null ? TextFormat.plain(reason) : reason);
      }
    }
    Terminal terminal = console.terminal();
    int width = terminal.stdout() ? terminal.width() : UNBOUNDED_WIDTH;
    int rows = all ? Integer.MAX_VALUE : USUAL_ROWS;
    return new TreeRenderer(width, rows, Glyphs.of(terminal), console.outPaint())
        .lines(state, console.clock().instant(), 0);
  }

  private void errors(RunPicture run, Paint paint) {
    for (FailurePicture failure : run.failures()) {
      if (failure.stderr().isBlank()) {
        continue;
      }
      line("");
      String step = TextFormat.step(failure.path(), failure.label(), failure.argv());
      line(paint.bold("standard error of " + step));
      List<String> lines = failure.stderr().lines().toList();
      lines.stream().limit(MOST_STDERR_LINES).forEach(text -> line("  " + TextFormat.plain(text)));
      if (lines.size() > MOST_STDERR_LINES) {
        line(
            "  and more: escarole runs output "
                + run.head().run()
                + " "
                + failure.path()
                + " --stderr");
      }
    }
  }

  private void line(String text) {
    console.print(text + "\n");
  }
}
