package dev.escarole.web.cli.text;

import dev.escarole.engine.run.StepState;

/** The signs that stand for states, for terminals with and without Unicode. */
public enum Glyphs {
  UNICODE("✓✗■-·", "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "…"),
  ASCII("+xx-.", "|/-\\", "...");

  private final String signs;
  private final String spinner;
  private final String ellipsis;

  Glyphs(String signs, String spinner, String ellipsis) {
    this.signs = signs;
    this.spinner = spinner;
    this.ellipsis = ellipsis;
  }

  public static Glyphs of(Terminal terminal) {
    return terminal.unicode() ? UNICODE : ASCII;
  }

  /** What stands where a text was cut and before the count of what is not shown. */
  public String ellipsis() {
    return ellipsis;
  }

  /**
   * The sign of a state.
   *
   * @param frame which picture of the animation to show for what is under way
   */
  public String sign(StepState state, int frame, Paint paint) {
    return switch (state) {
      case DONE -> paint.green(sign(0));
      case FAILED, TIMEOUT -> paint.red(sign(1));
      case CANCELLED -> paint.yellow(sign(2));
      case SKIPPED -> paint.dim(sign(3));
      case AWAITING -> paint.yellow(sign(4));
      case PENDING, DELAYED, WAITING, QUEUED -> paint.dim(sign(4));
      case RUNNING, RECOVERING, STOPPING -> paint.cyan(spinner(frame));
    };
  }

  private String sign(int index) {
    return signs.substring(index, index + 1);
  }

  private String spinner(int frame) {
    int at = Math.floorMod(frame, spinner.length());
    return spinner.substring(at, at + 1);
  }
}
