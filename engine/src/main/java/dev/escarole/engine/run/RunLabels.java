package dev.escarole.engine.run;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Short texts that whoever starts a run gives it, to find it again. */
public final class RunLabels {

  /** Characters of a label. */
  public static final int LONGEST = 100;

  /** Labels of a run. */
  public static final int MOST = 20;

  private RunLabels() {}

  /**
   * A label without the blanks around it.
   *
   * @throws IllegalArgumentException if it is blank, too long, or holds what is no printable text
   */
  public static String checked(String label) {
    String text = label.strip();
    if (text.isEmpty() || text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "a label must have 1 to %d characters, had %d".formatted(LONGEST, text.length()));
    }
    if (text.codePoints().anyMatch(RunLabels::isRefused)) {
      throw new IllegalArgumentException("a label must not hold control characters or line breaks");
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
   * The labels of one run, checked, each once, in alphabetical order.
   *
   * @throws IllegalArgumentException if one is not valid or there are more than {@value #MOST}
   */
  public static List<String> checked(Collection<String> labels) {
    TreeSet<String> distinct = new TreeSet<>();
    labels.forEach(label -> distinct.add(checked(label)));
    if (distinct.size() > MOST) {
      throw new IllegalArgumentException(
          "a run can have %d labels, was given %d".formatted(MOST, distinct.size()));
    }
    return List.copyOf(distinct);
  }
}
