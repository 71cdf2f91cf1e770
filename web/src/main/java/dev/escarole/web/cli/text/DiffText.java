package dev.escarole.web.cli.text;

import dev.escarole.web.app.run.RerunPreview;
import java.util.ArrayList;
import java.util.List;

/** Says how a plan differs from that of an earlier run, and what that means for its results. */
public final class DiffText {

  private static final int MOST = 200;

  private DiffText() {}

  /** One line for each difference, and a summary. */
  public static List<String> lines(RerunPreview preview) {
    List<String> lines = new ArrayList<>();
    preview.planChanges().forEach(change -> lines.add("~ changed  " + TextFormat.plain(change)));
    preview.changes().forEach(change -> lines.add(line(change)));
    if (lines.size() > MOST) {
      int more = lines.size() - MOST;
      lines.subList(MOST, lines.size()).clear();
      lines.add("and " + TextFormat.count(more, "difference", "differences") + " more");
    }
    lines.add(summary(preview));
    return lines;
  }

  /** One line for each step that would run a command, and how many more. */
  public static List<String> fresh(RerunPreview preview) {
    List<String> lines = new ArrayList<>();
    lines.add(TextFormat.count(preview.fresh(), "step would run", "steps would run"));
    preview
        .freshSteps()
        .forEach(step -> lines.add("  " + TextFormat.step(step.path(), step.label(), step.argv())));
    preview
        .deniedDirectories()
        .forEach(each -> lines.add("the policy does not grant " + TextFormat.plain(each)));
    int more = preview.fresh() - preview.freshSteps().size();
    if (more > 0) {
      lines.add("  and " + TextFormat.count(more, "step", "steps") + " more");
    }
    return lines;
  }

  private static String line(RerunPreview.Change change) {
    String name = TextFormat.step(TextFormat.plain(change.path()), change.label(), change.argv());
    String result = change.loses() ? " (its result no longer holds)" : "";
    return switch (change.kind()) {
      case "added" -> "+ added    " + name;
      case "removed" -> "- removed  " + name + result;
      case "changed" ->
          "~ changed  "
              + name
              + ": "
              + TextFormat.plain(String.join(", ", change.differences()))
              + result;
      default -> "  same     " + name + result;
    };
  }

  private static String summary(RerunPreview preview) {
    String lost =
        preview.lost() == 0
            ? "no finished step is lost"
            : TextFormat.count(preview.lost(), "finished step", "finished steps")
                + " would run again";
    String changed = preview.samePlan() ? "the plan is the same; " : "";
    return changed
        + lost
        + ", "
        + TextFormat.count(preview.reused(), "result", "results")
        + " would be reused";
  }
}
