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
 * @param retryAfterSeconds when it may succeed; null if that is not known
 */
public record Refusal(
    RefusalCode code,
    String message,
    String hint,
    @Nullable String field,
    List<Problem> problems,
    @Nullable Long retryAfterSeconds) {

  /** A refusal that does not depend on time. */
  public Refusal(
      RefusalCode code,
      String message,
      String hint,
      @Nullable String field,
      List<Problem> problems) {
    this(code, message, hint, field, problems, null);
  }

  public Refusal {
    problems = List.copyOf(problems);
  }

  /** A refusal that concerns no recipe and no input. */
  public static Refusal of(RefusalCode code, String message, String hint) {
    return new Refusal(code, message, hint, null, List.of());
  }
}
