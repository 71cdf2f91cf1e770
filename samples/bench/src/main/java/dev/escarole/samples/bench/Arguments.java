package dev.escarole.samples.bench;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The words of a command line, read one after the other. Not thread-safe. */
public final class Arguments {

  private final Deque<String> words;
  private String option = "";

  public Arguments(List<String> words) {
    this.words = new ArrayDeque<>(words);
  }

  /** Whether an option without a value is there; it is then taken out. */
  public boolean has(String flag) {
    return words.removeIf(flag::equals);
  }

  public boolean isEmpty() {
    return words.isEmpty();
  }

  /** The next option; {@link #value} and {@link #number} read its value. */
  public String option() {
    option = words.remove();
    return option;
  }

  /**
   * The value of the option.
   *
   * @throws IllegalArgumentException if there is none
   */
  public String value() {
    if (words.isEmpty()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return words.remove();
  }

  /**
   * The value of the option, from 1 to this.
   *
   * @throws IllegalArgumentException if it is another
   */
  public int number(int most) {
    String text = value();
    if (!text.matches("[1-9]\\d{0,6}") || Integer.parseInt(text) > most) {
      throw new IllegalArgumentException(
          "%s must be 1 to %d, was '%s'".formatted(option, most, text));
    }
    return Integer.parseInt(text);
  }

  /** The mistake that there is no such option. */
  public IllegalArgumentException unknown() {
    return new IllegalArgumentException("there is no option " + option);
  }
}
