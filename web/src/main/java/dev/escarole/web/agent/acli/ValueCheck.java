package dev.escarole.web.agent.acli;

import dev.escarole.recipe.template.NearestName;
import dev.escarole.web.agent.acli.ArgumentDefinition.ArgumentRules;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Validates texts as values of arguments. */
final class ValueCheck {

  private static final int MOST_CHOICES_SHOWN = 12;

  private ValueCheck() {}

  /** Returns why the text is not a valid value; null if it is. */
  static @Nullable AcliError refusal(ArgumentDefinition argument, String text) {
    ArgumentRules rules = argument.rules();
    Shape shape = rules.shape();
    if (shape != null) {
      return misfit(argument, shape, text);
    }
    Object value = argument.type().read(text);
    if (value == null) {
      return argument.type() == ValueType.DATETIME
          ? AcliError.badDate(argument.name())
          : mustBe(argument, argument.type().expectation(), text);
    }
    List<?> parts = value instanceof List<?> list ? list : List.of(value);
    for (Object part : parts) {
      if (rules.path() && !PathRule.staysInside(part.toString())) {
        return AcliError.outside(argument.name(), part.toString());
      }
      if (!rules.choices().isEmpty() && !rules.choices().contains(part.toString())) {
        return choose(argument, part.toString());
      }
    }
    ArgumentRules.Check check = rules.check();
    return check == null || check.holds().test(value)
        ? null
        : mustBe(argument, check.words(), text);
  }

  private static @Nullable AcliError misfit(ArgumentDefinition argument, Shape shape, String text) {
    try {
      shape.read(text);
      return null;
    } catch (Shape.ShapeException e) {
      return misfit(argument, e);
    }
  }

  /** Returns why a value does not have the argument's shape. */
  static AcliError misfit(ArgumentDefinition argument, Shape.ShapeException misfit) {
    return AcliError.invalid(argument.name() + misfit.getMessage(), argument.description());
  }

  private static AcliError mustBe(ArgumentDefinition argument, String rule, String text) {
    return AcliError.invalid(
        "%s must be %s, not '%s'".formatted(argument.name(), rule, AcliError.shown(text)),
        argument.description());
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

    /** Maximum number of nested encodings. */
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
