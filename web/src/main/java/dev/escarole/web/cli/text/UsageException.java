package dev.escarole.web.cli.text;

import dev.escarole.recipe.Location;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Severity;
import org.jspecify.annotations.Nullable;

/** The command line was used in a way that cannot work; nothing has happened. */
public final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String code;
  private final String hint;
  private final @Nullable String file;

  /**
   * @param code stable identifier of the kind of mistake, as in a recipe's problems
   * @param message what is wrong
   * @param hint what to do now
   */
  public UsageException(String code, String message, String hint) {
    this(code, message, hint, null);
  }

  public UsageException(String code, String message, String hint, @Nullable String file) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.file = file;
  }

  String hint() {
    return hint;
  }

  /** The mistake in the form that recipes' problems have. */
  public Problem problem() {
    return new Problem(
        Severity.ERROR, code, String.valueOf(getMessage()), hint, new Location(file, 0, 0, ""));
  }
}
