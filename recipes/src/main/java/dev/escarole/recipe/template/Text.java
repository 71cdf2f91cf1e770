package dev.escarole.recipe.template;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Text with placeholders, parsed once. A placeholder is a pair of braces with no brace between them
 * and something that can be one; every other brace is a literal character, and so is one behind a
 * backslash.
 */
public final class Text {
  /** Defaults that multiply each other could fill any memory. */
  static final int LONGEST = 1 << 20;

  private final String source;
  private final List<String> literals;
  private final List<Placeholder> placeholders;
  private final List<Braces.Doubt> doubts;
  private final @Nullable Placeholder only;

  private Text(String source, Braces braces) {
    this.source = source;
    this.literals = List.copyOf(braces.literals());
    this.placeholders = List.copyOf(braces.placeholders());
    this.doubts = List.copyOf(braces.doubts());
    boolean single =
        placeholders.size() == 1 && literals.get(0).isEmpty() && literals.get(1).isEmpty();
    this.only = single ? placeholders.get(0) : null;
  }

  /**
   * Parses text in which {@code {name.length}} has no meaning; throws {@link TemplateException}.
   */
  public static Text parse(String source) {
    return parse(source, false);
  }

  /** Parses the text of a control number, where {@code {name.length}} is the length of an array. */
  static Text parseNumber(String source) {
    return parse(source, true);
  }

  private static Text parse(String source, boolean lengthAllowed) {
    Unescaped plain = Unescaped.of(source);
    return new Text(source, Braces.read(plain.text(), plain.kept(), lengthAllowed));
  }

  /**
   * Parses a word whose quotes and backslashes are gone.
   *
   * @param kept where braces stand that a backslash kept
   */
  static Text ofWord(String word, BitSet kept) {
    return new Text(word, Braces.read(word, kept, false));
  }

  /** The text as it was written. */
  public String source() {
    return source;
  }

  /** Whether there is no placeholder in it. */
  public boolean isLiteral() {
    return placeholders.isEmpty();
  }

  /**
   * What stands before, between and behind the placeholders; one more than there are placeholders.
   */
  public List<String> literals() {
    return literals;
  }

  /** The placeholders in their order. */
  public List<Placeholder> placeholders() {
    return placeholders;
  }

  /**
   * Braces that stay as they are though they look like a placeholder, each as a warning that says
   * so.
   */
  public List<TemplateException> doubts() {
    return doubts.stream()
        .map(doubt -> new TemplateException(Codes.STRAY_BRACE, doubt.message(), doubt.hint()))
        .toList();
  }

  /** The names that it takes values from, in their order. */
  public List<Mention> mentions() {
    return placeholders.stream().flatMap(placeholder -> placeholder.mentions().stream()).toList();
  }

  /** The placeholder that is all of this text; null when there is more, or none. */
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
            "Hand large data over in a file, or on standard input.");
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
}
