package dev.escarole.recipe.template;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The declared type of an argument.
 *
 * @param kind the type
 * @param choices the allowed values of {@code enum(...)}, otherwise empty
 */
public record ArgumentType(Kind kind, List<String> choices) {

  /** The types of the language. */
  public enum Kind {
    /** A non-empty path, normalised lexically. */
    PATH,
    INT,
    NUMBER,
    /** True or false; also written 1, 0, yes, no. */
    BOOL,
    STRING,
    /** An array, or the JSON text of one. */
    ARRAY,
    ENUM;

    /** The word used in recipes. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static final ArgumentType INDEX = of(Kind.INT);

  public ArgumentType {
    choices = List.copyOf(choices);
  }

  /** The type without choices; not for {@link Kind#ENUM}. */
  public static ArgumentType of(Kind kind) {
    return new ArgumentType(kind, List.of());
  }

  /** Parses a type, such as {@code int} or {@code enum(check,fix)}. */
  public static ArgumentType parse(String text) {
    String trimmed = text.strip();
    if (trimmed.startsWith("enum(")) {
      return new ArgumentType(Kind.ENUM, choices(trimmed));
    }
    for (Kind kind : Kind.values()) {
      if (kind != Kind.ENUM && kind.word().equals(trimmed)) {
        return of(kind);
      }
    }
    throw unknown(trimmed);
  }

  private static TemplateException unknown(String text) {
    String nearest = NearestName.of(text, Arrays.stream(Kind.values()).map(Kind::word).toList());
    String hint =
        nearest == null
            ? "The types are path, int, number, bool, string, array and enum(a,b)."
            : "Did you mean '" + ("enum".equals(nearest) ? "enum(a,b)" : nearest) + "'?";
    return new TemplateException(Codes.UNKNOWN_TYPE, "unknown type '" + text + "'", hint);
  }

  private static List<String> choices(String text) {
    List<String> choices = new ArrayList<>();
    if (text.endsWith(")")) {
      for (String choice : text.substring("enum(".length(), text.length() - 1).split(",", -1)) {
        choices.add(choice.strip());
      }
    }
    if (choices.isEmpty()
        || choices.contains("")
        || new HashSet<>(choices).size() < choices.size()) {
      throw new TemplateException(
          Codes.UNKNOWN_TYPE,
          "'" + text + "' is not a list of choices",
          "Write enum(a,b): different words, separated by commas.");
    }
    return choices;
  }

  /** The type as written in recipes. */
  public String word() {
    return kind == Kind.ENUM ? "enum(" + String.join(",", choices) + ")" : kind.word();
  }

  /** The cost of {@link #normalise}, in characters and choices read. */
  int work(Object value) {
    int read = kind == Kind.ARRAY && value instanceof String text ? text.length() : 1;
    return read + choices.size();
  }

  /** Checks {@code value} and converts it to the canonical form of this type. */
  public Object normalise(String name, Object value) {
    Object normalised =
        switch (kind) {
          case PATH -> path(value);
          case INT -> integer(value);
          case NUMBER -> number(value);
          case BOOL -> bool(value);
          case STRING -> isScalar(value) ? PlainValue.text(value) : null;
          case ARRAY -> array(value);
          case ENUM -> choice(value);
        };
    if (normalised == null) {
      throw new TemplateException(
          Codes.BAD_VALUE,
          "'" + name + "' must be " + expectation() + ", not " + PlainValue.shown(value),
          kind == Kind.ENUM ? nearestChoice(value) : null);
    }
    return normalised;
  }

  /** Checks a default written as text, unless it has placeholders. */
  void checkDefault(String name, String text) {
    Text parsed = Text.parse(text);
    if (parsed.isLiteral()) {
      normalise(name, parsed.literals().get(0));
    }
  }

  private String expectation() {
    return switch (kind) {
      case PATH -> "a non-empty path";
      case INT -> "a whole number";
      case NUMBER -> "a number";
      case BOOL -> "true or false (or 1, 0, yes, no)";
      case STRING -> "text";
      case ARRAY -> "an array";
      case ENUM -> "one of " + String.join(", ", choices);
    };
  }

  private @Nullable String nearestChoice(Object value) {
    String nearest = NearestName.of(PlainValue.text(value), choices);
    return nearest == null ? null : "Did you mean '" + nearest + "'?";
  }

  private static boolean isScalar(Object value) {
    return value instanceof String || value instanceof Number || value instanceof Boolean;
  }

  private static @Nullable Object path(Object value) {
    if (!(value instanceof String text) || text.isEmpty() || text.indexOf('\0') >= 0) {
      return null;
    }
    return normalisedPath(text);
  }

  private static @Nullable Object integer(Object value) {
    BigDecimal number = decimal(value);
    if (number == null || number.scale() < -20 || number.scale() > 400) {
      return null;
    }
    try {
      return number.longValueExact();
    } catch (ArithmeticException notALong) {
      return null;
    }
  }

  private static @Nullable Object number(Object value) {
    return decimal(value);
  }

  private static @Nullable BigDecimal decimal(Object value) {
    if (value instanceof Long whole) {
      return BigDecimal.valueOf(whole);
    }
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    return value instanceof String text ? PlainValue.parseDecimal(text.strip()) : null;
  }

  private static @Nullable Object bool(Object value) {
    if (value instanceof List || value instanceof java.util.Map) {
      return null;
    }
    return switch (PlainValue.text(value).strip().toLowerCase(Locale.ROOT)) {
      case "true", "1", "yes" -> true;
      case "false", "0", "no" -> false;
      default -> null;
    };
  }

  private static @Nullable Object array(Object value) {
    if (value instanceof List) {
      return value;
    }
    return value instanceof String text && JsonText.parse(text) instanceof List<?> list
        ? list
        : null;
  }

  private @Nullable Object choice(Object value) {
    String text = isScalar(value) ? PlainValue.text(value) : "";
    return choices.contains(text) ? text : null;
  }

  /**
   * Lexical normalisation: removes doubled slashes and {@code .} components, but keeps {@code ..},
   * whose meaning depends on symbolic links.
   */
  private static String normalisedPath(String path) {
    if (!path.contains("//") && !path.contains("./") && !path.endsWith("/.")) {
      return path;
    }
    List<String> kept = new ArrayList<>();
    for (String component : path.split("/", -1)) {
      if (!component.isEmpty() && !component.equals(".")) {
        kept.add(component);
      }
    }
    String joined = (path.startsWith("/") ? "/" : "") + String.join("/", kept);
    boolean directory = path.endsWith("/") && !kept.isEmpty();
    return joined.isEmpty() ? "." : directory ? joined + "/" : joined;
  }
}
