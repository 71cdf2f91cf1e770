package dev.escarole.web.cli.text;

import dev.escarole.web.app.compare.RunComparison;
import dev.escarole.web.app.compare.RunComparison.StepFacts;
import dev.escarole.web.app.compare.RunComparison.StepPair;
import dev.escarole.web.app.compare.TextDifference;
import dev.escarole.web.app.run.RunHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Says in lines how two runs, or two texts of them, differ. */
public final class ComparisonText {

  private static final int LONGEST_VALUE = 120;

  private ComparisonText() {}

  /** How two runs differ. */
  public static List<String> lines(RunComparison runs, Paint paint) {
    List<String> lines = new ArrayList<>();
    lines.add("before  " + head(runs.before()));
    lines.add("after   " + head(runs.after()));
    if (!runs.before().recipe().equals(runs.after().recipe())) {
      lines.add("The runs are of different recipes.");
    }
    lines.add(summary(runs));
    runs.planChanges().forEach(change -> lines.add("  plan: " + TextFormat.plain(change)));
    runs.values().forEach(each -> lines.add("  value " + difference(each)));
    runs.directories().forEach(each -> lines.add("  directory " + difference(each)));
    if (!runs.sameInput()) {
      lines.add("  the input differs");
    }
    if (Boolean.FALSE.equals(runs.sameResult())) {
      lines.add("  the result differs");
    }
    if (!runs.steps().isEmpty()) {
      lines.add("");
    }
    runs.steps().forEach(pair -> add(lines, pair, paint));
    if (runs.next() != null) {
      lines.add("and more; --limit shows more of them");
    }
    return lines;
  }

  private static String head(RunHead run) {
    Long millis = run.durationMillis();
    return "%s  %s  %s  %s%s"
        .formatted(
            run.run(),
            TextFormat.plain(run.recipe()),
            run.status().word(),
            TextFormat.time(run.startedAt()),
            millis == null ? "" : "  " + TextFormat.duration(millis));
  }

  private static String summary(RunComparison runs) {
    RunComparison.Counts counts = runs.counts();
    String plan = runs.samePlan() ? "the same plan; of " : "of ";
    return plan
        + TextFormat.count(counts.steps(), "step", "steps")
        + ": %,d differ in the plan, %,d in state, %,d in output, %,d in duration"
            .formatted(counts.plan(), counts.state(), counts.output(), counts.duration());
  }

  private static String difference(RunComparison.Difference value) {
    return TextFormat.plain(value.name())
        + ": "
        + shown(value.before())
        + " -> "
        + shown(value.after());
  }

  private static String shown(@Nullable String text) {
    return text == null ? "none" : TextFormat.fit(TextFormat.plain(text), LONGEST_VALUE, "...");
  }

  private static void add(List<String> lines, StepPair pair, Paint paint) {
    String mark =
        switch (pair.kind()) {
          case "added" -> "+ ";
          case "removed" -> "- ";
          case "changed" -> "~ ";
          default -> "  ";
        };
    lines.add(mark + paint.bold(TextFormat.step(pair.one().path(), pair.label(), pair.argv())));
    pair.differences().forEach(each -> lines.add("    plan: " + TextFormat.plain(each)));
    StepFacts before = pair.before();
    StepFacts after = pair.after();
    if (before == null || after == null) {
      lines.add("    " + state(pair.one()) + duration(pair.one()));
      return;
    }
    if (pair.stateDiffers()) {
      lines.add("    state: " + state(before) + " -> " + state(after));
    }
    if (Boolean.TRUE.equals(pair.outputDiffers())) {
      lines.add("    output: " + bytes(before) + " -> " + bytes(after) + ", other bytes");
    }
    if (pair.durationDiffers()) {
      lines.add("    duration:" + duration(before) + " ->" + duration(after));
    }
  }

  private static String state(StepFacts step) {
    Integer code = step.exitCode();
    return step.status() + (code == null || code == 0 ? "" : " (exit code " + code + ")");
  }

  private static String duration(StepFacts step) {
    Long millis = step.durationMillis();
    return millis == null ? "" : " " + TextFormat.duration(millis);
  }

  private static String bytes(StepFacts step) {
    return TextFormat.count(Objects.requireNonNullElse(step.outputBytes(), 0L), "byte", "bytes");
  }

  /** How two texts differ, as {@code diff -u} prints it. */
  public static List<String> lines(TextDifference texts, Paint paint) {
    List<String> lines = new ArrayList<>();
    lines.add("--- " + side(texts.before()));
    lines.add("+++ " + side(texts.after()));
    if (texts.same()) {
      lines.add("the same");
    } else if (!texts.text()) {
      lines.add("not text; the bytes differ");
    }
    int last = 0;
    for (TextDifference.Line line : texts.lines()) {
      Integer number = line.before() == null ? line.after() : line.before();
      if (line.before() != null && line.before() > last + 1) {
        lines.add("@@ line " + number + " @@");
      }
      last = line.before() == null ? last : line.before();
      lines.add(line(line, paint));
    }
    if (texts.more()) {
      lines.add("There may be more differences; only the first part of long texts is compared.");
    }
    return lines;
  }

  private static String side(TextDifference.Side side) {
    return TextFormat.plain(side.from()) + "  " + TextFormat.count(side.bytes(), "byte", "bytes");
  }

  private static String line(TextDifference.Line line, Paint paint) {
    String text = TextFormat.plain(line.text());
    return switch (line.kind()) {
      case "added" -> paint.green("+" + text);
      case "removed" -> paint.red("-" + text);
      default -> " " + text;
    };
  }
}
