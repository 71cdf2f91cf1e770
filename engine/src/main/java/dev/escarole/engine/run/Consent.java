package dev.escarole.engine.run;

import java.util.Arrays;

/** How an author says that a loss is acceptable. */
public enum Consent {
  /** {@code failure: continue} is written on the step or around it. */
  FAILURE_CONTINUE("failure: continue"),
  /** The parallel node's {@code min_successful} is met. */
  MIN_SUCCESSFUL("min_successful");

  private final String word;

  Consent(String word) {
    this.word = word;
  }

  /** The words, as recipes have them. */
  public String word() {
    return word;
  }

  /**
   * The consent of this word.
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
