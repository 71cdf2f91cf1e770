package dev.escarole.web.app;

import dev.escarole.recipe.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one form of every "no": nothing was done, and nothing has changed. Immutable.
 *
 * @param message the reason, beginning in lower case
 * @param hint says what to do instead; may be empty
 * @param field the input that is wrong; null if it is none, or not one alone
 * @param problems the mistakes of a recipe or of the values for it with their places, if that is
 *     the reason
 */
public record Refusal(
    RefusalCode code, String message, String hint, @Nullable String field, List<Problem> problems) {

  public Refusal {
    problems = List.copyOf(problems);
  }

  /** A refusal that concerns no recipe and no input. */
  public static Refusal of(RefusalCode code, String message, String hint) {
    return new Refusal(code, message, hint, null, List.of());
  }
}
