package dev.escarole.engine.command;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a command receives its arguments. */
public enum ArgumentMode {
  /** As the program's arguments, after its name. */
  ARGV,
  /**
   * As the first line of standard input, joined by single spaces; the program sees no arguments.
   * Without arguments standard input is unchanged.
   */
  STDIN1;

  /** Returns the name in lower case, such as {@code stdin1}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the mode with this word, if there is one. */
  public static Optional<ArgumentMode> of(String word) {
    return Arrays.stream(values()).filter(mode -> mode.word().equals(word)).findFirst();
  }
}
