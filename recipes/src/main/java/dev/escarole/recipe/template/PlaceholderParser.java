package dev.escarole.recipe.template;

import dev.escarole.recipe.template.Placeholder.ChoicePlaceholder;
import dev.escarole.recipe.template.Placeholder.FallbackPlaceholder;
import dev.escarole.recipe.template.Placeholder.ItemPlaceholder;
import dev.escarole.recipe.template.Placeholder.LengthPlaceholder;
import dev.escarole.recipe.template.Placeholder.RepeatPlaceholder;
import dev.escarole.recipe.template.Placeholder.ValuePlaceholder;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses the content of a pair of braces. The text after the leading name determines the form. */
final class PlaceholderParser {
  private static final int MAX_PADDING = 9;

  /** {@code a.b}: an error, because other languages use it to access members. */
  private static final Pattern FIELDS =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*+(\\.[A-Za-z0-9_-]++)++");

  /** Operands with operators between them, without parentheses. */
  private static final Pattern COMPUTED =
      Pattern.compile(" *+[A-Za-z0-9_.]++ *+([+*/%-] *+[A-Za-z0-9_.]++ *+)++");

  private static final Pattern GENERATED = Pattern.compile("(?<![A-Za-z])(index|prev|next|repeat)");

  /** The characters of arithmetic, without two words in a row. */
  private static final Pattern ARITHMETIC =
      Pattern.compile("(?!.*[A-Za-z0-9_] +[A-Za-z0-9_])[A-Za-z0-9_ ()+*/%.&-]++");

  private final String content;
  private final boolean lengthAllowed;

  private PlaceholderParser(String content, boolean lengthAllowed) {
    this.content = content;
    this.lengthAllowed = lengthAllowed;
  }

  /**
   * Returns the placeholder; null if {@code content} is not one and the braces are literal.
   *
   * @throws TemplateException if it is malformed
   */
  static @Nullable Placeholder parse(String content, boolean lengthAllowed) {
    return new PlaceholderParser(content, lengthAllowed).parse();
  }

  /** The placeholder for a bare name, as in a condition. */
  static Placeholder operand(String name) {
    RepeatPlaceholder generated = generated(name);
    return generated == null ? value(name) : generated;
  }

  private @Nullable Placeholder parse() {
    if (content.startsWith("!")) {
      return negatedChoice();
    }
    int end = Names.end(content, 0);
    if (end == 0) {
      return expression();
    }
    String name = content.substring(0, end);
    if (end == content.length()) {
      return operand(name);
    }
    return switch (content.charAt(end)) {
      case '=', ':' -> typedOrDefault(name, end);
      case '[' -> item(name, end);
      case '?' -> question(name, end);
      case '.' -> length(name, end);
      default -> expression();
    };
  }

  private @Nullable Placeholder typedOrDefault(String name, int end) {
    if (content.charAt(end) == ':' && !TypeAndDefault.startsWithType(content, end + 1)) {
      return null;
    }
    TypeAndDefault rest = TypeAndDefault.parse(content, end);
    return rest == null
        ? null
        : new ValuePlaceholder(content, name, rest.type(), rest.defaultText());
  }

  private Placeholder question(String name, int end) {
    if (content.startsWith("??", end)) {
      return new FallbackPlaceholder(content, operand(name), content.substring(end + 2));
    }
    return choice(name, false, end + 1);
  }

  private @Nullable Placeholder negatedChoice() {
    int end = Names.end(content, 1);
    if (end == 1 || end == content.length() || content.charAt(end) != '?') {
      return null;
    }
    String name = content.substring(1, end);
    return choice(name, true, end + 1);
  }

  private Placeholder choice(String name, boolean negated, int from) {
    int colon = content.indexOf(':', from);
    if (colon < 0) {
      throw new TemplateException(
          Codes.BAD_PLACEHOLDER,
          "{" + content + "} has only one text",
          "Write {flag?yes:no}; either text may be empty.");
    }
    return new ChoicePlaceholder(
        content,
        operand(name),
        negated,
        content.substring(from, colon),
        content.substring(colon + 1));
  }

  private @Nullable Placeholder item(String name, int open) {
    if (!content.endsWith("]") || open + 2 >= content.length()) {
      return null;
    }
    String index = content.substring(open + 1, content.length() - 1);
    Placeholder position = Names.isName(index) ? operand(index) : arithmeticIn(index);
    return position == null ? null : new ItemPlaceholder(content, name, position);
  }

  private @Nullable Placeholder length(String name, int end) {
    if (!FIELDS.matcher(content).matches()) {
      return expression();
    }
    if (!content.substring(end).equals(".length")) {
      throw bad("A placeholder cannot access members of a value.");
    }
    if (!lengthAllowed) {
      throw bad(
          "The length of an array is available only in numeric settings: \"repeat\": \"{"
              + name
              + ".length}\".");
    }
    return new LengthPlaceholder(content, name);
  }

  private @Nullable Placeholder expression() {
    boolean operators = content.chars().anyMatch(c -> "+-*/%()".indexOf(c) >= 0);
    return operators ? arithmeticIn(content) : null;
  }

  /** Arithmetic; null if the text is something else. */
  private static @Nullable Placeholder arithmeticIn(String text) {
    try {
      return arithmetic(text);
    } catch (TemplateException malformed) {
      if (looksComputed(text)) {
        throw malformed;
      }
      return null;
    }
  }

  private static boolean looksComputed(String text) {
    String flat = text.replaceAll("[()]", "");
    return COMPUTED.matcher(flat).matches()
        || (GENERATED.matcher(text).find() && ARITHMETIC.matcher(text).matches());
  }

  /** An expression, possibly with underscores for padding, as in {@code __(index+1)}. */
  private static RepeatPlaceholder arithmetic(String text) {
    int underscores = Names.underscores(text);
    boolean padded = underscores > 0 && text.startsWith("(", underscores);
    if (padded && underscores > MAX_PADDING) {
      throw new TemplateException(
          Codes.BAD_EXPRESSION,
          "'" + text + "' asks for more than " + (MAX_PADDING + 1) + " digits",
          null);
    }
    RepeatExpression expression =
        RepeatExpression.parse(padded ? text.substring(underscores) : text);
    return new RepeatPlaceholder(text, expression, padded ? underscores + 1 : 0, null);
  }

  /** The value that a repeated node generates for {@code name}; null if it generates none. */
  private static @Nullable RepeatPlaceholder generated(String name) {
    int underscores = Names.underscores(name);
    if (underscores <= MAX_PADDING && Names.isReserved(name)) {
      RepeatExpression expression = RepeatExpression.parse(name.substring(underscores));
      int width = underscores == 0 ? 0 : underscores + 1;
      return new RepeatPlaceholder(name, expression, width, value(name));
    }
    return name.indexOf('-') < 0 ? null : dashed(name);
  }

  /** {@code repeat-1} is a valid name and valid arithmetic; {@code index-file} is only a name. */
  private static @Nullable RepeatPlaceholder dashed(String name) {
    try {
      return new RepeatPlaceholder(name, RepeatExpression.parse(name), 0, value(name));
    } catch (TemplateException onlyAName) {
      return null;
    }
  }

  private static ValuePlaceholder value(String name) {
    return new ValuePlaceholder(name, name, null, null);
  }

  private TemplateException bad(String hint) {
    return new TemplateException(
        Codes.BAD_PLACEHOLDER,
        "{" + content + "} is not a placeholder",
        hint + " For literal braces, write \\{ and \\}.");
  }
}
