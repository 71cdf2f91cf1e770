package dev.escarole.web.cli;

import dev.escarole.engine.run.StepResult;
import dev.escarole.web.app.run.FailurePicture;
import org.jspecify.annotations.Nullable;

/** Says in one line why a step failed: how it ended, and the first thing that it complained of. */
final class FailureText {

  private static final int LONGEST = 200;

  private FailureText() {}

  static String of(StepResult result) {
    return text(
        result.outcome().word(),
        result.exitCode(),
        firstLine(result.stderr().text()),
        result.reason());
  }

  static String of(FailurePicture failure) {
    return text(
        failure.outcome(), failure.exitCode(), firstLine(failure.stderr()), failure.detail());
  }

  private static String text(String outcome, int exitCode, String said, @Nullable String detail) {
    String ended =
        outcome.equals("exited") ? "exit code " + exitCode : Texts.plain(outcome.replace('_', ' '));
    if (!said.isEmpty()) {
      return said.contains(ended) ? said : ended + ": " + said;
    }
    if (detail == null || detail.isEmpty() || outcome.equals("exited")) {
      return ended;
    }
    return ended + ": " + Texts.plain(detail);
  }

  private static String firstLine(String stderr) {
    String line = stderr.lines().filter(each -> !each.isBlank()).findFirst().orElse("").strip();
    return Texts.fit(Texts.plain(line), LONGEST, "...");
  }
}
