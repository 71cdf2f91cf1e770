package dev.escarole.recipe.template;

/**
 * Reading or resolving exceeds a limit. Unlike a {@link TemplateException}, it ends the work at
 * once and is not collected with others.
 */
public final class LimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final String hint;

  /**
   * Creates the exception.
   *
   * @param code one of {@link Codes}
   * @param message what exceeds the limit, with the limit's name
   * @param hint how to avoid it
   */
  public LimitException(String code, String message, String hint) {
    super(message, null, false, false);
    this.code = code;
    this.hint = hint;
  }

  /** Stable code of the limit. */
  public String code() {
    return code;
  }

  /** What exceeds the limit. */
  public String message() {
    String message = getMessage();
    return message == null ? code : message;
  }

  /** How to avoid it. */
  public String hint() {
    return hint;
  }
}
