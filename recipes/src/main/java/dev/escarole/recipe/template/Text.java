package dev.escarole.recipe.template;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Text with placeholders, parsed once. A placeholder is a pair of braces with something but no
 * brace between them; every other brace is a literal character.
 */
public final class Text {
  /** Defaults that multiply each other could fill any memory. */
  static final int LONGEST = 1 << 20;

  private final String source;
  private final List<String> literals;
  private final List<Placeholder> placeholders;
  private final @Nullable Placeholder only;

  /** {@code literals} has one element more than {@code placeholders}: they take turns. */
  private Text(String source, List<String> literals, List<Placeholder> placeholders) {
    this.source = source;
    this.literals = List.copyOf(literals);
    this.placeholders = List.copyOf(placeholders);
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
    List<String> literals = new ArrayList<>();
    List<Placeholder> placeholders = new ArrayList<>();
    List<TemplateException> problems = new ArrayList<>();
    int done = 0;
    int open = -1;
    for (int at = 0; at < source.length(); at++) {
      char c = source.charAt(at);
      if (c == '}' && open >= 0 && open + 1 < at) {
        literals.add(source.substring(done, open));
        try {
          placeholders.add(PlaceholderParser.parse(source.substring(open + 1, at), lengthAllowed));
        } catch (TemplateException problem) {
          problems.add(problem);
        }
        done = at + 1;
      }
      open = c == '{' ? at : c == '}' ? -1 : open;
    }
    if (!problems.isEmpty()) {
      throw TemplateException.of(problems);
    }
    literals.add(source.substring(done));
    return new Text(source, literals, placeholders);
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
      return source;
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
