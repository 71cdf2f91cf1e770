package dev.escarole.recipe.template;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of what each run knows of itself. A recipe resolves before there is a run, so such a
 * name resolves to a mark, and the run puts its own facts where the marks are.
 */
public final class FactNames {

  /** The run's id. */
  public static final String RUN_ID = "run_id";

  /** The day on which it was launched. */
  public static final String RUN_DATE = "run_date";

  /** The moment at which it was launched. */
  public static final String RUN_TIME = "run_time";

  /** All of them. */
  public static final List<String> ALL = List.of(RUN_ID, RUN_DATE, RUN_TIME);

  /** Characters that Unicode keeps for use inside programs, so that no text has reason for them. */
  private static final char BEFORE = '\uFDD0';

  private static final char AFTER = '\uFDD1';

  private static final Pattern MARK =
      Pattern.compile(BEFORE + "(" + String.join("|", ALL) + ")" + AFTER);

  private FactNames() {}

  /** Whether this is the name of a fact. */
  public static boolean isOne(String name) {
    return ALL.contains(name);
  }

  /** What stands for a fact until there is a run. */
  static String mark(String name) {
    return BEFORE + name + AFTER;
  }

  /** Whether facts are to be put in. */
  public static boolean isMarked(String text) {
    return text.indexOf(BEFORE) >= 0 && MARK.matcher(text).find();
  }

  /** The text with what {@code facts} gives for each name. */
  public static String fill(String text, UnaryOperator<String> facts) {
    return text.indexOf(BEFORE) < 0
        ? text
        : MARK.matcher(text)
            .replaceAll(mark -> Matcher.quoteReplacement(facts.apply(mark.group(1))));
  }

  /** The text as people read it: {@code {run_id}} where the run's id will be. */
  public static String named(String text) {
    return fill(text, name -> '{' + name + '}');
  }
}
