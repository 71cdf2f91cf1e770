package dev.escarole.web.page.run;

/** How something ended, in words. */
final class Outcomes {

  private Outcomes() {}

  /** Such as {@code exit code 2} or {@code timed out, exit code 124}. */
  static String words(String outcome, int exitCode) {
    String code = "exit code " + exitCode;
    return outcome.equals("exited") ? code : outcome.replace('_', ' ') + ", " + code;
  }
}
