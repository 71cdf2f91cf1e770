package dev.escarole.recipe.template;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The exit codes that mean success for a command, each from 0 to 255, in order. Immutable.
 *
 * @param codes at least one
 */
public record SuccessCodes(List<Integer> codes) {

  /** The default: 0. */
  public static final SuccessCodes ZERO = new SuccessCodes(List.of(0));

  private static final int MOST = 255;

  public SuccessCodes {
    codes = List.copyOf(new TreeSet<>(codes));
  }

  /**
   * Reads a list of codes.
   *
   * @throws TemplateException if the list is empty or contains something else than exit codes
   */
  public static SuccessCodes of(List<?> written) {
    List<Integer> codes = new ArrayList<>();
    for (Object each : written) {
      if (!(each instanceof Long code) || code < 0 || code > MOST) {
        throw bad(
            "'success_codes' must contain exit codes from 0 to 255, not " + PlainValue.shown(each));
      }
      codes.add(code.intValue());
    }
    if (codes.isEmpty()) {
      throw bad("'success_codes' is empty, so nothing can succeed");
    }
    return new SuccessCodes(codes);
  }

  private static TemplateException bad(String message) {
    return new TemplateException(
        Codes.BAD_SUCCESS_CODES, message, "Write whole numbers, such as [0, 1].");
  }

  /** Whether 0 alone means success. */
  public boolean isZero() {
    return codes.size() == 1 && codes.get(0) == 0;
  }

  /** Whether this exit code means success. */
  public boolean contains(int code) {
    return codes.contains(code);
  }
}
