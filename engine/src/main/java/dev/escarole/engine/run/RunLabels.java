package dev.escarole.engine.run;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Labels for finding runs. */
public final class RunLabels {

  /** Maximum length of a label. */
  public static final int LONGEST = 100;

  /** Maximum number of labels of a run. */
  public static final int MOST = 20;

  private RunLabels() {}

  /**
   * Checks a label and strips surrounding blanks.
   *
   * @throws IllegalArgumentException if it is blank, too long, or contains unprintable characters
   */
  public static String checked(String label) {
    String text = label.strip();
    if (text.isEmpty() || text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "a label must have 1 to %d characters, had %d".formatted(LONGEST, text.length()));
    }
    if (text.codePoints().anyMatch(RunLabels::isRefused)) {
      throw new IllegalArgumentException(
          "a label must not contain control characters or line breaks");
    }
    return text;
  }

  private static boolean isRefused(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  /**
   * Checks the labels of a run; returns them without duplicates, in alphabetical order.
   *
   * @throws IllegalArgumentException if one is not valid or there are more than {@value #MOST}
   */
  public static List<String> checked(Collection<String> labels) {
    TreeSet<String> distinct = new TreeSet<>();
    labels.forEach(label -> distinct.add(checked(label)));
    if (distinct.size() > MOST) {
      throw new IllegalArgumentException(
          "a run can have at most %d labels, was given %d".formatted(MOST, distinct.size()));
    }
    return List.copyOf(distinct);
  }
}
