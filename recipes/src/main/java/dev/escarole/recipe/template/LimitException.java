package dev.escarole.recipe.template;

/**
 * Reading or resolving takes more than a limit allows. Unlike a mistake, it ends all further work
 * at once: nothing collects it together with others.
 */
public final class LimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final String hint;

  /**
   * One limit that was reached.
   *
   * @param code one of {@link Codes}
   * @param message what takes too much, with the limit's name
   * @param hint what to do about it
   */
  public LimitException(String code, String message, String hint) {
    super(message, null, false, false);
    this.code = code;
    this.hint = hint;
  }

  /** Stable identifier of the kind of limit. */
  public String code() {
    return code;
  }

  /** What takes too much. */
  public String message() {
    String message = getMessage();
    return message == null ? code : message;
  }

  /** What to do about it. */
  public String hint() {
    return hint;
  }
}
