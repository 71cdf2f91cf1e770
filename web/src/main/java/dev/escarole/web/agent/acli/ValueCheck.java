package dev.escarole.web.agent.acli;

import dev.escarole.recipe.template.NearestName;
import dev.escarole.web.agent.acli.ArgumentDefinition.ArgumentRules;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

final class ValueCheck {

  private static final int MOST_CHOICES_SHOWN = 12;

  private ValueCheck() {}

  /**
   * Returns the value of a text.
   *
   * @throws AcliException if the text is not valid
   */
  static Object value(ArgumentDefinition argument, String text) {
    ArgumentRules rules = argument.rules();
    Shape shape = rules.shape();
    if (shape != null) {
      return fitting(argument, () -> shape.read(text));
    }
    Object value = argument.type().read(text);
    if (value == null) {
      throw argument.type() == ValueType.DATETIME
          ? new AcliException(AcliError.badDate(argument.name()))
          : mustBe(argument, argument.type().expectation(), text);
    }
    for (Object part : value instanceof List<?> list ? list : List.of(value)) {
      argument.checkPath(argument.name(), part.toString());
      if (!rules.choices().isEmpty() && !rules.choices().contains(part.toString())) {
        throw new AcliException(choose(argument, part.toString()));
      }
    }
    ArgumentRules.Check check = rules.check();
    if (check != null && !check.holds().test(value)) {
      throw mustBe(argument, check.words(), text);
    }
    return value;
  }

  static boolean accepts(ArgumentDefinition argument, String text) {
    try {
      Object unused = value(argument, text);
      return true;
    } catch (AcliException e) {
      return false;
    }
  }

  /** Returns a value, unless it does not have the argument's shape. */
  static <T> T fitting(ArgumentDefinition argument, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (Shape.ShapeException e) {
      throw new AcliException(
          AcliError.invalid(argument.name() + e.getMessage(), argument.description()));
    }
  }

  private static AcliException mustBe(ArgumentDefinition argument, String rule, String text) {
    return new AcliException(
        AcliError.invalid(
            "%s must be %s, not '%s'".formatted(argument.name(), rule, AcliError.shown(text)),
            argument.description()));
  }

  private static AcliError choose(ArgumentDefinition argument, String text) {
    List<String> choices = argument.rules().choices();
    String nearest = NearestName.of(text, choices);
    String all =
        String.join(", ", choices.stream().limit(MOST_CHOICES_SHOWN).toList())
            + (choices.size() > MOST_CHOICES_SHOWN ? ", …" : "");
    return AcliError.invalid(
        "%s must be one of %s, not '%s'".formatted(argument.name(), all, AcliError.shown(text)),
        nearest == null ? argument.description() : "Did you mean '" + nearest + "'?");
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
