package dev.escarole.recipe.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A template, or a value for it, is invalid. One exception may contain several problems: {@link
 * #problems()} lists them; code, message and hint are those of the first.
 */
public final class TemplateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Messages quote input, which may be large. */
  private static final int LONGEST_MESSAGE = 500;

  private final String code;
  private final @Nullable String hint;
  private final transient List<TemplateException> others;

  /** Creates a problem; {@code code} is one of {@link Codes}. */
  public TemplateException(String code, String message, @Nullable String hint) {
    this(code, message, hint, List.of());
  }

  private TemplateException(
      String code, String message, @Nullable String hint, List<TemplateException> others) {
    super(shortened(message), null, false, false);
    this.code = code;
    this.hint = hint;
    this.others = others;
  }

  private static String shortened(String message) {
    return message.length() <= LONGEST_MESSAGE
        ? message
        : message.substring(0, LONGEST_MESSAGE) + "…";
  }

  /** Combines the problems in {@code found}, which must not be empty, without duplicates. */
  static TemplateException of(List<TemplateException> found) {
    Map<String, TemplateException> distinct = new LinkedHashMap<>();
    for (TemplateException each : found) {
      for (TemplateException single : each.problems()) {
        distinct.putIfAbsent(single.code + ' ' + single.message(), single);
      }
    }
    List<TemplateException> all = new ArrayList<>(distinct.values());
    TemplateException first = all.remove(0);
    return all.isEmpty()
        ? first
        : new TemplateException(first.code, first.message(), first.hint, List.copyOf(all));
  }

  /** Stable code of the problem. */
  public String code() {
    return code;
  }

  /** What is wrong. */
  public String message() {
    String message = getMessage();
    return message == null ? code : message;
  }

  /** How to fix it, if known. */
  public @Nullable String hint() {
    return hint;
  }

  /** All problems in this exception, at least one. */
  public List<TemplateException> problems() {
    List<TemplateException> all = new ArrayList<>();
    all.add(others.isEmpty() ? this : new TemplateException(code, message(), hint));
    all.addAll(others);
    return List.copyOf(all);
  }
}
