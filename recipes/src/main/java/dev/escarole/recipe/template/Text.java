package dev.escarole.recipe.template;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Text with placeholders, parsed once. A placeholder is a pair of braces with something but no
 * brace between them; every other brace is a literal character.
 */
public final class Text {
  private final String source;
  private final List<String> literals;
  private final List<Placeholder> placeholders;

  /** {@code literals} has one element more than {@code placeholders}: they take turns. */
  private Text(String source, List<String> literals, List<Placeholder> placeholders) {
    this.source = source;
    this.literals = List.copyOf(literals);
    this.placeholders = List.copyOf(placeholders);
  }

  /**
   * Parses text in which {@code {name.length}} has no meaning; throws {@link TemplateException}.
   */
  public static Text parse(String source) {
    return parse(source, false);
  }

  /** Parses the text of a repeat count, where {@code {name.length}} is the length of an array. */
  static Text parseCount(String source) {
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
    boolean only =
        placeholders.size() == 1 && literals.get(0).isEmpty() && literals.get(1).isEmpty();
    return only ? placeholders.get(0) : null;
  }

  String textIn(Scope scope, @Nullable Trail trail) {
    if (placeholders.isEmpty()) {
      return source;
    }
    if (onlyPlaceholder() != null) {
      return PlainValue.text(placeholders.get(0).require(scope, trail));
    }
    try {
      return joined(scope, trail);
    } catch (TemplateException first) {
      throw TemplateException.of(allProblems(scope, trail, first));
    }
  }

  private String joined(Scope scope, @Nullable Trail trail) {
    StringBuilder out = new StringBuilder(source.length() + 16).append(literals.get(0));
    for (int i = 0; i < placeholders.size(); i++) {
      out.append(PlainValue.text(placeholders.get(i).require(scope, trail)));
      out.append(literals.get(i + 1));
    }
    return out.toString();
  }

  private List<TemplateException> allProblems(
      Scope scope, @Nullable Trail trail, TemplateException first) {
    List<TemplateException> problems = new ArrayList<>(List.of(first));
    for (Placeholder placeholder : placeholders) {
      try {
        placeholder.require(scope, trail);
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
