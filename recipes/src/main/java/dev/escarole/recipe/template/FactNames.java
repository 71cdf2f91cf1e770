package dev.escarole.recipe.template;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of the facts of a run, such as its id. Recipes are resolved before the run exists, so these
 * names resolve to markers that the run later replaces.
 */
public final class FactNames {

  /** The run's id. */
  public static final String RUN_ID = "run_id";

  /** The date of its launch. */
  public static final String RUN_DATE = "run_date";

  /** The time of its launch. */
  public static final String RUN_TIME = "run_time";

  /**
   * The planned time of a run that a schedule launches, a launch value; otherwise the time of the
   * launch.
   */
  public static final String SCHEDULED_FOR = "scheduled_for";

  /**
   * The directory of the recipe's file, as commands see it. Unlike the other facts, it is known
   * when the recipe is resolved.
   */
  public static final String RECIPE_DIR = "recipe_dir";

  /** All names of facts that only the run has. */
  public static final List<String> ALL = List.of(RUN_ID, RUN_DATE, RUN_TIME);

  /** Unicode noncharacters, reserved for internal use, which do not occur in text. */
  private static final char BEFORE = '\uFDD0';

  private static final char AFTER = '\uFDD1';

  private static final Pattern MARK =
      Pattern.compile(BEFORE + "(" + String.join("|", ALL) + ")" + AFTER);

  private FactNames() {}

  /** Whether this is the name of a fact. */
  public static boolean isFact(String name) {
    return ALL.contains(name) || name.equals(RECIPE_DIR) || name.equals(SCHEDULED_FOR);
  }

  static String mark(String name) {
    return BEFORE + name + AFTER;
  }

  /** Whether the text contains markers. */
  public static boolean isMarked(String text) {
    return text.indexOf(BEFORE) >= 0 && MARK.matcher(text).find();
  }

  /** Replaces each marker with the value that {@code facts} returns for its name. */
  public static String fill(String text, UnaryOperator<String> facts) {
    return text.indexOf(BEFORE) < 0
        ? text
        : MARK.matcher(text)
            .replaceAll(mark -> Matcher.quoteReplacement(facts.apply(mark.group(1))));
  }

  /** Replaces each marker with a placeholder such as {@code {run_id}}. */
  public static String named(String text) {
    return fill(text, name -> '{' + name + '}');
  }
}
