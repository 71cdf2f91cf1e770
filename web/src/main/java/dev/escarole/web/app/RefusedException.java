package dev.escarole.web.app;

import dev.escarole.recipe.Problem;
import java.util.List;

/** A request is refused; carries the {@link Refusal}. */
public final class RefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  public RefusedException(Refusal refusal) {
    super(refusal.message());
    this.refusal = refusal;
  }

  public RefusedException(RefusalCode code, String message, String hint) {
    this(Refusal.of(code, message, hint));
  }

  /**
   * @param problems the mistakes of a recipe or of the values for it, if that is the reason
   */
  public RefusedException(RefusalCode code, String message, String hint, List<Problem> problems) {
    this(new Refusal(code, message, hint, null, problems));
  }

  /**
   * @param field the input that is wrong
   */
  public static RefusedException of(RefusalCode code, String field, String message, String hint) {
    return new RefusedException(new Refusal(code, message, hint, field, List.of()));
  }

  /** The key of a launch is invalid. */
  public static RefusedException badKey() {
    return new RefusedException(
        RefusalCode.BAD_KEY,
        "Idempotency-Key must have 1 to 255 visible ASCII characters",
        "Make a new UUID for each launch.");
  }

  public Refusal refusal() {
    return refusal;
  }

  public RefusalCode code() {
    return refusal.code();
  }

  public String hint() {
    return refusal.hint();
  }

  public List<Problem> problems() {
    return refusal.problems();
  }
}
