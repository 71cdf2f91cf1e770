package dev.escarole.web.agent.acli;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What holds for the value of an argument besides its type. Immutable.
 *
 * @param required whether a line without it is refused
 * @param preset what holds when it is not given; null for nothing
 * @param choices the only values; empty when any will do
 * @param path whether the value is a path, which then must not lead out
 * @param check what else its value has to be; null when nothing
 * @param shape what is inside a value of type array; null for texts
 */
public record ArgumentRules(
    boolean required,
    @Nullable Object preset,
    List<String> choices,
    boolean path,
    @Nullable Check check,
    @Nullable Shape shape) {

  /** No rules. */
  public static final ArgumentRules NONE =
      new ArgumentRules(false, null, List.of(), false, null, null);

  /**
   * A rule of the argument's own.
   *
   * @param words the rule as it stands behind "must be"
   * @param sample a value that obeys it, as one would type it
   */
  public record Check(Predicate<Object> holds, String words, String sample) {}

  public ArgumentRules {
    choices = List.copyOf(choices);
  }

  ArgumentRules withRequired(boolean value, @Nullable Object newPreset) {
    return new ArgumentRules(value, newPreset, choices, path, check, shape);
  }

  ArgumentRules withChoices(List<String> value) {
    return new ArgumentRules(required, preset, value, path, check, shape);
  }

  ArgumentRules asPath() {
    return new ArgumentRules(required, preset, choices, true, check, shape);
  }

  ArgumentRules withCheck(Check value) {
    return new ArgumentRules(required, preset, choices, path, value, shape);
  }

  ArgumentRules withShape(Shape value) {
    return new ArgumentRules(required, preset, choices, path, check, value);
  }
}
