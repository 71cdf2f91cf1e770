package dev.escarole.web.app.run;

/** What counts as a good end of a degraded run. */
public enum Judgement {
  /** The author decides: every loss has consent. */
  AUTHOR,
  /** No degraded run is good. */
  STRICT,
  /** Every degraded run is good. */
  LENIENT;

  boolean isGood(boolean accepted) {
    return switch (this) {
      case AUTHOR -> accepted;
      case STRICT -> false;
      case LENIENT -> true;
    };
  }
}
