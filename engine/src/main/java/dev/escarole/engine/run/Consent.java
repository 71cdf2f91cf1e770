package dev.escarole.engine.run;

import java.util.Arrays;

/** How an author consents to a loss. */
public enum Consent {
  /** {@code failure: continue} on the step or an enclosing one. */
  FAILURE_CONTINUE("failure: continue"),
  /** The parallel node's {@code min_successful} is met. */
  MIN_SUCCESSFUL("min_successful");

  private final String word;

  Consent(String word) {
    this.word = word;
  }

  /** The words used in recipes. */
  public String word() {
    return word;
  }

  /**
   * The consent with this word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Consent ofWord(String word) {
    return Arrays.stream(values())
        .filter(each -> each.word.equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no consent is written as " + word));
  }
}
