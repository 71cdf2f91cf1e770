package dev.escarole.engine.plan;

/** No step, or more than one, has a requested name. */
public final class UnknownStepException extends IllegalArgumentException {

  /** No step has this path or label. */
  public static final String UNKNOWN = "no-such-step";

  /** Several steps have this label. */
  public static final String AMBIGUOUS = "ambiguous-step";

  private static final long serialVersionUID = 1L;

  private final String code;
  private final String hint;

  UnknownStepException(String code, String message, String hint) {
    super(message);
    this.code = code;
    this.hint = hint;
  }

  /** {@link #UNKNOWN} or {@link #AMBIGUOUS}. */
  public String code() {
    return code;
  }

  /** Whether several steps match. */
  public boolean isAmbiguous() {
    return code.equals(AMBIGUOUS);
  }

  /** What is wrong. */
  public String message() {
    String message = getMessage();
    return message == null ? code : message;
  }

  /** How to fix it. */
  public String hint() {
    return hint;
  }
}
