package dev.escarole.web.agent.acli;

import dev.escarole.recipe.template.NearestName;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One argument of a command (acli, section 7.4). Immutable; each {@code with} method returns a
 * changed copy.
 *
 * @param name starts with {@code --} for an option; a plain word for a positional
 * @param shortName one letter for use after a single dash; null for none
 * @param repeated whether it may be given several times; its value is then a list. A repeated
 *     positional takes all remaining words
 */
public record ArgumentDefinition(
    String name,
    ValueType type,
    String description,
    ArgumentRules rules,
    @Nullable Character shortName,
    boolean repeated) {

  private static final int MOST_CHOICES_SHOWN = 12;
  private static final Pattern NAME = Pattern.compile("(--)?[A-Za-z_][A-Za-z0-9_-]*");

  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException if one is not valid
   */
  public ArgumentDefinition {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a valid argument name: use --name or name, with letters, digits, _ and -"
              .formatted(name));
    }
    if (shortName != null
        && !(name.startsWith("--") && Character.toString(shortName).matches("[A-Za-z]"))) {
      throw new IllegalArgumentException(
          "the short name of %s must be one letter of an option, was '%s'"
              .formatted(name, shortName));
    }
    if (type == ValueType.FLAG && !name.startsWith("--")) {
      throw new IllegalArgumentException(
          "a flag must be an option, but '%s' is none".formatted(name));
    }
  }

  /** An argument without rules. */
  public static ArgumentDefinition of(String name, ValueType type, String description) {
    return new ArgumentDefinition(name, type, description, ArgumentRules.NONE, null, false);
  }

  /** An argument for a whole number in a range. */
  public static ArgumentDefinition number(String name, String description, long least, long most) {
    return of(name, ValueType.INTEGER, description)
        .withCheck(
            new ArgumentRules.Check(
                value -> value instanceof Long number && number >= least && number <= most,
                least + " to " + most,
                Long.toString(least)));
  }

  /** Returns this argument as required. */
  public ArgumentDefinition asRequired() {
    return with(rules.withRequired(true, null));
  }

  /** Returns this argument with a default value. */
  public ArgumentDefinition withDefault(Object value) {
    return with(rules.withRequired(false, value));
  }

  /** Returns this argument restricted to these values. */
  public ArgumentDefinition withChoices(List<String> choices) {
    return with(rules.withChoices(choices));
  }

  /** Returns this argument as a path. */
  public ArgumentDefinition asPath() {
    return with(rules.asPath());
  }

  /** Returns this argument with a custom check. */
  public ArgumentDefinition withCheck(ArgumentRules.Check check) {
    return with(rules.withCheck(check));
  }

  /** Returns this array argument with a shape other than texts. */
  public ArgumentDefinition withShape(Shape shape) {
    if (type != ValueType.ARRAY) {
      throw new IllegalArgumentException("only an array has a shape, but " + name + " is none");
    }
    return with(rules.withShape(shape));
  }

  /** Returns this option with a short name. */
  public ArgumentDefinition withShort(char letter) {
    return new ArgumentDefinition(name, type, description, rules, letter, repeated);
  }

  /** Returns this argument as repeated. */
  public ArgumentDefinition asRepeated() {
    return new ArgumentDefinition(name, type, description, rules, shortName, true);
  }

  private ArgumentDefinition with(ArgumentRules newRules) {
    return new ArgumentDefinition(name, type, description, newRules, shortName, repeated);
  }

  boolean isOption() {
    return name.startsWith("--");
  }

  /** Returns the name without dashes, used by handlers and schemas. */
  public String key() {
    return isOption() ? name.substring(2) : name;
  }

  boolean isList() {
    return repeated || type == ValueType.ARRAY;
  }

  String expectation() {
    Shape shape = rules.shape();
    return shape == null ? type.expectation() : shape.expectation();
  }

  /**
   * Checks a value of this argument that was not given with its own option.
   *
   * @param place the text before the value, for messages
   * @throws AcliException if the argument is a path and the value leads outside
   */
  public void checkPath(String place, String value) {
    if (rules.path() && !PathRule.staysInside(value)) {
      throw new AcliException(AcliError.outside(place, value));
    }
  }

  /**
   * Returns the value of a text.
   *
   * @throws AcliException if the text is not valid
   */
  Object value(String text) {
    Shape shape = rules.shape();
    if (shape != null) {
      return fitting(() -> shape.read(text));
    }
    Object value = type.read(text);
    if (value == null) {
      throw type == ValueType.DATETIME
          ? new AcliException(AcliError.badDate(name))
          : mustBe(type.expectation(), text);
    }
    for (Object part : value instanceof List<?> list ? list : List.of(value)) {
      checkPath(name, part.toString());
      if (!rules.choices().isEmpty() && !rules.choices().contains(part.toString())) {
        throw new AcliException(choose(part.toString()));
      }
    }
    ArgumentRules.Check check = rules.check();
    if (check != null && !check.holds().test(value)) {
      throw mustBe(check.words(), text);
    }
    return value;
  }

  /** Returns a value, unless it does not have this argument's shape. */
  <T> T fitting(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (Shape.ShapeException e) {
      throw new AcliException(AcliError.invalid(name + e.getMessage(), description));
    }
  }

  private AcliException mustBe(String rule, String text) {
    return new AcliException(
        AcliError.invalid(
            "%s must be %s, not '%s'".formatted(name, rule, AcliError.shown(text)), description));
  }

  private AcliError choose(String text) {
    List<String> choices = rules.choices();
    String nearest = NearestName.of(text, choices);
    String all =
        String.join(", ", choices.stream().limit(MOST_CHOICES_SHOWN).toList())
            + (choices.size() > MOST_CHOICES_SHOWN ? ", …" : "");
    return AcliError.invalid(
        "%s must be one of %s, not '%s'".formatted(name, all, AcliError.shown(text)),
        nearest == null ? description : "Did you mean '" + nearest + "'?");
  }

  /** Returns the default as typed; null if there is none or it would be refused. */
  @Nullable String typedDefault() {
    Object preset = rules.preset();
    if (preset == null || preset instanceof Map<?, ?>) {
      return null;
    }
    String text =
        preset instanceof List<?> list
            ? CommaText.of(list.stream().map(String::valueOf).toList())
            : preset.toString();
    try {
      Object unused = type == ValueType.FLAG ? text : value(text);
      return text;
    } catch (AcliException e) {
      return null;
    }
  }

  /** Returns an accepted value as typed. */
  public String sample() {
    if (!rules.choices().isEmpty()) {
      return rules.choices().get(0);
    }
    if (rules.preset() instanceof Number number) {
      return number.toString();
    }
    if (rules.check() != null) {
      return rules.check().sample();
    }
    if (rules.path()) {
      return "file.txt";
    }
    return rules.shape() == null ? type.sample() : rules.shape().sample();
  }

  /**
   * Rules for the value of an argument besides its type. Immutable.
   *
   * @param required whether a line without it is refused
   * @param preset the default; null for none
   * @param choices the allowed values; empty for any
   * @param path whether the value is a path, which must not lead outside
   * @param check a custom check; null for none
   * @param shape the shape of an array value; null for texts
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
     * A custom check of an argument.
     *
     * @param words the rule, to complete "must be"
     * @param sample a valid value as typed
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

  /** Checks that paths stay inside, whatever their encoding (acli, section 4.2.3). */
  static final class PathRule {

    private static final int DEEPEST = 4;

    private PathRule() {}

    static boolean staysInside(String path) {
      String seen = path;
      for (int i = 0; i < DEEPEST; i++) {
        if (leadsOut(seen)) {
          return false;
        }
        String decoded = decoded(seen);
        if (decoded.equals(seen)) {
          return true;
        }
        seen = decoded;
      }
      // A name encoded this often is suspicious.
      return false;
    }

    private static boolean leadsOut(String path) {
      String plain = path.strip().replace('\\', '/');
      return plain.startsWith("/")
          || plain.startsWith("~")
          || plain.matches("(?s)[A-Za-z]:.*")
          || plain.indexOf('\0') >= 0
          || Arrays.asList(plain.split("/")).contains("..");
    }

    private static String decoded(String path) {
      try {
        return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        return path;
      }
    }
  }
}
