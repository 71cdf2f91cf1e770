package dev.escarole.web.page.run;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Remedy;

/** How something ended, in words. */
final class Outcomes {

  private Outcomes() {}

  /** What is known besides, and what to do about a limit. */
  static String detail(Outcome outcome) {
    Remedy remedy = Remedy.of(outcome.kind());
    return remedy == null ? outcome.detail() : outcome.detail() + "; " + remedy.text();
  }

  /** Such as {@code exit code 2} or {@code timed out, exit code 124}. */
  static String words(String outcome, int exitCode) {
    String code = "exit code " + exitCode;
    return outcome.equals("exited") ? code : outcome.replace('_', ' ') + ", " + code;
  }
}
