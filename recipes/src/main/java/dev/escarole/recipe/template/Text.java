package dev.escarole.recipe.template;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parsed text with placeholders. A placeholder is a pair of braces with valid content and no brace
 * between them. All other braces are literal, and so are those after a backslash.
 */
public final class Text {
  /** Defaults that multiply each other could exhaust memory. */
  static final int LONGEST = 1 << 20;

  private final String source;
  private final List<String> literals;
  private final List<Placeholder> placeholders;
  private final List<TemplateException> warnings;
  private final @Nullable Placeholder only;

  private Text(String source, PlaceholderScanner braces) {
    this.source = source;
    this.literals = List.copyOf(braces.literals());
    this.placeholders = List.copyOf(braces.placeholders());
    this.warnings = List.copyOf(braces.warnings());
    boolean single =
        placeholders.size() == 1 && literals.get(0).isEmpty() && literals.get(1).isEmpty();
    this.only = single ? placeholders.get(0) : null;
  }

  /**
   * Parses text in which {@code {name.length}} is not allowed; throws {@link TemplateException}.
   */
  public static Text parse(String source) {
    return parse(source, false);
  }

  /**
   * Parses an {@code output} other than {@code stdout}: the name of a value, or text with
   * placeholders.
   *
   * @throws TemplateException if it is neither
   */
  public static Text ofSelector(String selector) {
    String trimmed = selector.strip();
    if (Names.isName(trimmed)) {
      return parse("{" + trimmed + "}");
    }
    Text text = parse(trimmed);
    if (text.isLiteral()) {
      throw new TemplateException(
          Codes.BAD_OUTPUT,
          "'" + selector + "' is not a valid output",
          "Write stdout, the name of a value, or text with a placeholder such as {dir}/out.txt.");
    }
    return text;
  }

  /** Parses a numeric setting, in which {@code {name.length}} is the length of an array. */
  public static Text parseNumber(String source) {
    return parse(source, true);
  }

  private static Text parse(String source, boolean lengthAllowed) {
    Unescaped plain = Unescaped.of(source);
    return new Text(source, PlaceholderScanner.read(plain.text(), plain.kept(), lengthAllowed));
  }

  /** The texts in a plain value, at any depth. */
  public static List<Text> in(@Nullable Object value) {
    if (value instanceof String text) {
      return List.of(parse(text));
    }
    Collection<?> inside =
        value instanceof List<?> list
            ? list
            : value instanceof Map<?, ?> map ? map.values() : List.of();
    return inside.stream().flatMap(item -> in(item).stream()).toList();
  }

  /**
   * Parses a word after quotes and backslashes were removed.
   *
   * @param kept the positions of escaped braces
   */
  static Text ofWord(String word, BitSet kept) {
    return new Text(word, PlaceholderScanner.read(word, kept, false));
  }

  /** The text as written. */
  public String source() {
    return source;
  }

  /** Whether it has no placeholders. */
  public boolean isLiteral() {
    return placeholders.isEmpty();
  }

  /** The text around the placeholders; one more than there are placeholders. */
  public List<String> literals() {
    return literals;
  }

  List<Placeholder> placeholders() {
    return placeholders;
  }

  /** Warnings about literal braces that look like an intended placeholder. */
  public List<TemplateException> warnings() {
    return warnings;
  }

  /** The names that it uses, in order. */
  public List<Mention> mentions() {
    return placeholders.stream().flatMap(placeholder -> placeholder.mentions().stream()).toList();
  }

  @Nullable Placeholder onlyPlaceholder() {
    return only;
  }

  String textIn(Scope scope, @Nullable Trail trail) {
    scope.meter().work(1);
    if (placeholders.isEmpty()) {
      return literals.get(0);
    }
    if (only != null) {
      return PlainValue.text(only.require(scope, trail), scope.meter());
    }
    try {
      return joined(scope, trail);
    } catch (TemplateException first) {
      throw trail == null ? TemplateException.of(allProblems(scope, first)) : first;
    }
  }

  private String joined(Scope scope, @Nullable Trail trail) {
    StringBuilder out = new StringBuilder(source.length() + 16).append(literals.get(0));
    for (int i = 0; i < placeholders.size(); i++) {
      String value = PlainValue.text(placeholders.get(i).require(scope, trail), scope.meter());
      scope.meter().text((long) value.length() + literals.get(i + 1).length());
      out.append(value).append(literals.get(i + 1));
      if (out.length() > LONGEST) {
        throw new TemplateException(
            Codes.TEXT_TOO_LONG,
            "'" + source + "' resolves to more than " + LONGEST + " characters",
            "Pass large data in a file or on standard input.");
      }
    }
    return out.toString();
  }

  private List<TemplateException> allProblems(Scope scope, TemplateException first) {
    List<TemplateException> problems = new ArrayList<>(List.of(first));
    for (Placeholder placeholder : placeholders) {
      try {
        placeholder.require(scope, null);
      } catch (TemplateException problem) {
        problems.add(problem);
      }
    }
    return problems;
  }

  @Override
  public String toString() {
    return source;
  }

  /**
   * Text of a field, in which backslashes are special only before a brace: each pair becomes one
   * backslash, and a single one escapes the brace.
   *
   * @param text without escaping backslashes
   * @param kept the positions of escaped braces
   */
  private record Unescaped(String text, BitSet kept) {

    static Unescaped of(String written) {
      BitSet kept = new BitSet(0);
      if (written.indexOf('\\') < 0) {
        return new Unescaped(written, kept);
      }
      StringBuilder text = new StringBuilder(written.length());
      int backslashes = 0;
      for (int at = 0; at < written.length(); at++) {
        char c = written.charAt(at);
        if (c == '{' || c == '}') {
          text.setLength(text.length() - (backslashes + 1) / 2);
          kept.set(text.length(), backslashes % 2 == 1);
        }
        backslashes = c == '\\' ? backslashes + 1 : 0;
        text.append(c);
      }
      return new Unescaped(text.toString(), kept);
    }
  }
}
