package dev.escarole.web.cli.runs;

import dev.escarole.engine.plan.CommandLines;
import dev.escarole.engine.run.CauseTally;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.Cause;
import dev.escarole.web.app.run.ComputedInput;
import dev.escarole.web.app.run.FailurePicture;
import dev.escarole.web.app.run.HandlePicture;
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
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.FailureText;
import dev.escarole.web.cli.text.FamilyText;
import dev.escarole.web.cli.text.Glyphs;
import dev.escarole.web.cli.text.Paint;
import dev.escarole.web.cli.text.Terminal;
import dev.escarole.web.cli.text.TextFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
  private static final int MOST_OUTPUT_LINES = 20;
  private static final int MOST_CAUSES = 10;
  private static final int LONGEST_ERROR = 160;

  @Mixin private RunChoice choice = new RunChoice();

  @Option(
      names = "--all",
      description =
          "Shows every step. Otherwise at most "
              + USUAL_ROWS
              + " lines are shown, and many skipped steps as one with their number.")
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
    run.past().computed().forEach(each -> line(computed(each)));
    RunPicture.HttpUse http = run.past().http();
    if (http != null) {
      http.access().forEach(each -> line("  may ask for " + TextFormat.plain(each.text())));
      http.origins().forEach(each -> line(requests(each)));
    }
    String queued = run.head().queueWords();
    if (queued != null) {
      line("  " + queued);
    }
    line(
        (queued == null ? "  started " : "  launched ")
            + TextFormat.time(run.head().startedAt())
            + ", plan "
            + run.head().planHash().substring(0, 12));
    family(run.head().run(), reach.escarole()).forEach(each -> line("  " + each));
    causes(run, paint);
    line("");
    tree(run).forEach(this::line);
    run.handles().forEach(each -> handle(each, paint));
    errors(run, paint);
  }

  /** A server of an older version does not know them. */
  private static List<String> family(String run, Escarole escarole) {
    try {
      return FamilyText.others(escarole.family(new RunName(run)));
    } catch (RefusedException e) {
      return List.of();
    }
  }

  /** One failure says by itself why. */
  private void causes(RunPicture run, Paint paint) {
    int failures = run.causes().stream().mapToInt(Cause::count).sum();
    if (failures < 2) {
      return;
    }
    // Rarer causes are not on record.
    String least = run.causes().size() < CauseTally.MOST ? "" : "at least ";
    line("");
    line(paint.bold("causes of " + least + failures + " failures"));
    for (Cause cause : run.causes().subList(0, Math.min(MOST_CAUSES, run.causes().size()))) {
      line("  " + TextFormat.plain(cause.counted()) + "  (" + cause.key() + ")");
      if (!cause.error().isEmpty() && !cause.error().equals(cause.words())) {
        String first = cause.path() + ": " + cause.error();
        line("    " + TextFormat.fit(TextFormat.plain(first), LONGEST_ERROR, "..."));
      }
    }
    if (run.causes().size() > MOST_CAUSES) {
      int rarer = run.causes().size() - MOST_CAUSES;
      line("  and " + least + TextFormat.count(rarer, "rarer cause", "rarer causes"));
    }
    if (run.head().hasEnded()) {
      line("  rerun those of one: escarole runs rerun " + run.head().run() + " --cause KEY");
    }
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
    int rows = all ? TreeRenderer.ALL_ROWS : USUAL_ROWS;
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
      lines.stream().limit(MOST_OUTPUT_LINES).forEach(text -> line("  " + TextFormat.plain(text)));
      if (lines.size() > MOST_OUTPUT_LINES) {
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

  private static String requests(RunPicture.OriginUse use) {
    String problem = use.problem();
    return "  asked %s: %d answered, %d failed, %d denied%s"
        .formatted(
            use.origin().isEmpty() ? "no valid URL" : TextFormat.plain(use.origin()),
            use.answered(),
            use.failed(),
            use.denied(),
            problem == null ? "" : "; the last reason: " + TextFormat.plain(problem));
  }

  /** How a computed input of a run came about. */
  private static String computed(ComputedInput each) {
    StringBuilder line = new StringBuilder("  computed ").append(TextFormat.plain(each.name()));
    if (!each.calls().isEmpty()) {
      ComputedInput.Call first = each.calls().get(0);
      line.append(" by ").append(TextFormat.plain(CommandLines.display(first.argv())));
      line.append(first.cached() ? " (from the cache)" : "");
    }
    if (each.callCount() > 1) {
      line.append(" and ")
          .append(TextFormat.count(each.callCount() - 1, "other call", "other calls"));
    }
    return line.append(": ")
        .append(Amounts.text(each.bytes()))
        .append(" after ")
        .append(TextFormat.duration(each.durationMillis()))
        .toString();
  }

  /** What a handle gave back. */
  private void handle(HandlePicture handle, Paint paint) {
    line("");
    line(
        paint.bold(TextFormat.plain("handle " + handle.handle() + " at " + handle.path()))
            + ending(handle.result()));
    if (handle.result().get("stdout") instanceof String text) {
      text.lines().limit(MOST_OUTPUT_LINES).forEach(each -> line("  " + TextFormat.plain(each)));
    }
  }

  private static String ending(Map<String, Object> result) {
    return ": exit code "
        + result.get("exitCode")
        + captured("stdout", result.get("stdout"))
        + captured("stderr", result.get("stderr"))
        + (Boolean.TRUE.equals(result.get("truncated")) ? ", truncated" : "");
  }

  private static String captured(String stream, @Nullable Object captured) {
    if (captured instanceof String text) {
      return ", " + TextFormat.count(text.length(), "character", "characters") + " of " + stream;
    }
    return captured instanceof byte[] binary
        ? ", " + Amounts.text(binary.length) + " of " + stream
        : "";
  }
}
