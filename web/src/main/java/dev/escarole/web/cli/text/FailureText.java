package dev.escarole.web.cli.text;

import dev.escarole.engine.run.StepResult;
import dev.escarole.web.app.run.FailurePicture;
import dev.escarole.web.app.run.StepPicture;
import org.jspecify.annotations.Nullable;

/** Says in one line why a step failed: how it ended, and the first thing that it complained of. */
public final class FailureText {

  private static final int LONGEST = 200;

  private FailureText() {}

  public static String of(StepResult result) {
    return text(
        result.outcome().word(),
        result.exitCode(),
        firstLine(result.stderr().text()),
        result.reason());
  }

  public static String of(FailurePicture failure) {
    return text(
        failure.outcome(), failure.exitCode(), firstLine(failure.stderr()), failure.detail());
  }

  /** Of a step that failed, whose complaint is not at hand. */
  public static String of(StepPicture step) {
    String outcome = step.outcome() == null ? step.status() : step.outcome();
    Integer exitCode = step.exitCode();
    return text(outcome, exitCode == null ? 1 : exitCode, "", step.reason());
  }

  private static String text(String outcome, int exitCode, String said, @Nullable String detail) {
    String ended =
        outcome.equals("exited")
            ? "exit code " + exitCode
            : TextFormat.plain(outcome.replace('_', ' '));
    if (!said.isEmpty()) {
      return said.contains(ended) ? said : ended + ": " + said;
    }
    if (detail == null || detail.isEmpty() || outcome.equals("exited")) {
      return ended;
    }
    return ended + ": " + TextFormat.plain(detail);
  }

  private static String firstLine(String stderr) {
    String line = stderr.lines().filter(each -> !each.isBlank()).findFirst().orElse("").strip();
    return TextFormat.fit(TextFormat.plain(line), LONGEST, "...");
  }
}
