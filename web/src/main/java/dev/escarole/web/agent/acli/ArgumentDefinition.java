package dev.escarole.web.agent.acli;

import dev.escarole.web.agent.acli.ValueCheck.PathRule;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One argument of a command (acli, section 7.4). Immutable; each {@code with} method gives a
 * changed copy.
 *
 * @param name begins with {@code --} for an option; a positional has a plain word
 * @param shortName one letter that stands for the option after a single dash; null for none
 * @param repeated whether it may be given several times; its value is then a list. A repeated
 *     positional takes all words that are left
 */
public record ArgumentDefinition(
    String name,
    ValueType type,
    String description,
    ArgumentRules rules,
    @Nullable Character shortName,
    boolean repeated) {

  private static final Pattern NAME = Pattern.compile("(--)?[A-Za-z_][A-Za-z0-9_-]*");

  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException if one is not valid
   */
  public ArgumentDefinition {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' is no name of an argument: write --name or name, with letters, digits, _ and -"
              .formatted(name));
    }
    if (shortName != null && !(name.startsWith("--") && isLetter(shortName))) {
      throw new IllegalArgumentException(
          "the short name of %s must be one letter of an option, was '%s'"
              .formatted(name, shortName));
    }
    if (type == ValueType.FLAG && !name.startsWith("--")) {
      throw new IllegalArgumentException(
          "a flag must be an option, but '%s' is none".formatted(name));
    }
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  /** An argument without rules. */
  public static ArgumentDefinition of(String name, ValueType type, String description) {
    return new ArgumentDefinition(name, type, description, ArgumentRules.NONE, null, false);
  }

  /** This argument, which every line has to give. */
  public ArgumentDefinition asRequired() {
    return with(rules.withRequired(true, null));
  }

  /** This argument with a value that holds when it is not given. */
  public ArgumentDefinition withDefault(Object value) {
    return with(rules.withRequired(false, value));
  }

  /** This argument with these values and no others. */
  public ArgumentDefinition withChoices(List<String> choices) {
    return with(rules.withChoices(choices));
  }

  /** This argument as a path. */
  public ArgumentDefinition asPath() {
    return with(rules.asPath());
  }

  /** This argument with a rule of its own. */
  public ArgumentDefinition withCheck(ArgumentRules.Check check) {
    return with(rules.withCheck(check));
  }

  /** This argument of type array with other things inside than texts. */
  public ArgumentDefinition withShape(Shape shape) {
    if (type != ValueType.ARRAY) {
      throw new IllegalArgumentException("only an array has a shape, but " + name + " is none");
    }
    return with(rules.withShape(shape));
  }

  /** This option with a short name. */
  public ArgumentDefinition withShort(char letter) {
    return new ArgumentDefinition(name, type, description, rules, letter, repeated);
  }

  /** This argument, which may be given several times. */
  public ArgumentDefinition asRepeated() {
    return new ArgumentDefinition(name, type, description, rules, shortName, true);
  }

  private ArgumentDefinition with(ArgumentRules newRules) {
    return new ArgumentDefinition(name, type, description, newRules, shortName, repeated);
  }

  boolean isOption() {
    return name.startsWith("--");
  }

  /** The name without dashes, under which handlers and schemas know it. */
  public String key() {
    return isOption() ? name.substring(2) : name;
  }

  public boolean isRequired() {
    return rules.required();
  }

  boolean isList() {
    return repeated || type == ValueType.ARRAY;
  }

  /** What its values look like, for messages. */
  String expectation() {
    Shape shape = rules.shape();
    return shape == null ? type.expectation() : shape.expectation();
  }

  /**
   * Checks a value of this argument that came by another way than its own option.
   *
   * @param place what stands in front of the value there
   * @throws AcliException if the argument is a path, and the value leads out
   */
  public void checkPath(String place, String value) {
    if (rules.path() && !PathRule.staysInside(value)) {
      throw new AcliException(AcliError.outside(place, value));
    }
  }

  /** The default as one would type it; null if there is none, or it would not be accepted. */
  @Nullable String typedDefault() {
    Object preset = rules.preset();
    if (preset == null || preset instanceof Map<?, ?>) {
      return null;
    }
    String text =
        preset instanceof List<?> list
            ? CommaText.of(list.stream().map(String::valueOf).toList())
            : preset.toString();
    return type == ValueType.FLAG || ValueCheck.refusal(this, text) == null ? text : null;
  }

  /** A value that is accepted, as one would type it. */
  public String sample() {
    if (!rules.choices().isEmpty()) {
      return rules.choices().get(0);
    }
    ArgumentRules.Check check = rules.check();
    if (check != null) {
      return check.sample();
    }
    if (rules.path()) {
      return "file.txt";
    }
    Shape shape = rules.shape();
    if (shape != null) {
      return shape.sample();
    }
    return rules.preset() instanceof Number number ? number.toString() : type.sample();
  }

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
}
