package dev.escarole.recipe;

import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.FilePattern;
import dev.escarole.recipe.template.NearestName;
import dev.escarole.recipe.template.Setting;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which files of an inbox start a run of a recipe. Immutable.
 *
 * @param match a pattern for whole file names, in which {@code *} stands for any characters and
 *     {@code ?} for one
 * @param as the input of the recipe that receives the file
 */
public record InboxRule(String match, String as) {
  private static final String MATCH = "match";
  private static final String AS = "as";
  private static final List<String> FIELDS = List.of(MATCH, AS);
  private static final int LONGEST = 255;

  /** Whether the rule takes a file of this name. */
  public boolean takes(String name) {
    return FilePattern.matches(match, name);
  }

  /** The rule of a recipe without mistakes; null if it has none. */
  static @Nullable InboxRule of(SourceValue document) {
    if (HandleNodes.isHandle(document)
        || !(document.child(Setting.INBOX.key()) instanceof SourceObject rule)) {
      return null;
    }
    String match = text(rule, MATCH);
    String as = text(rule, AS);
    return match == null || as == null ? null : new InboxRule(match, as);
  }

  private static @Nullable String text(SourceObject rule, String field) {
    SourceValue value = rule.get(field);
    return value != null && value.plain() instanceof String text ? text : null;
  }

  /**
   * Reports the mistakes in the rule of a recipe.
   *
   * @param inputs of the recipe
   */
  static void check(SourceValue document, Collection<String> inputs, Problems problems) {
    if (!HandleNodes.isHandle(document)
        && document.child(Setting.INBOX.key()) instanceof SourceObject rule) {
      new RuleCheck(rule, problems).check(inputs);
    }
  }

  /** Checks one rule. */
  private static final class RuleCheck {
    private final SourceObject rule;
    private final Problems problems;
    private final String pointer = Pointers.child("", Setting.INBOX.key());

    RuleCheck(SourceObject rule, Problems problems) {
      this.rule = rule;
      this.problems = problems;
    }

    void check(Collection<String> inputs) {
      rule.members()
          .forEach((key, member) -> checkField(key, new Place(at(key), member.keyMark())));
      String match = needed(MATCH, "a pattern for file names such as \"*.csv\"");
      String as = needed(AS, "the input that receives the file");
      if (match != null) {
        checkPattern(match);
      }
      if (as != null && !inputs.contains(as)) {
        String nearest = NearestName.of(as, inputs);
        problems.error(
            Codes.UNKNOWN_INPUT,
            "the recipe has no input named '" + as + "' that could receive the file",
            nearest == null ? "Use {" + as + "} in a command." : "Did you mean '" + nearest + "'?",
            place(AS));
      }
    }

    private void checkField(String key, Place place) {
      if (!FIELDS.contains(key)) {
        String nearest = NearestName.of(key, FIELDS);
        problems.error(
            Codes.UNKNOWN_FIELD,
            "'" + key + "' is not a field of 'inbox'",
            nearest == null ? "It has match and as." : "Did you mean '" + nearest + "'?",
            place);
      }
    }

    private @Nullable String needed(String field, String what) {
      String text = text(rule, field);
      if (text == null || text.isBlank()) {
        problems.error(
            Codes.BAD_INBOX,
            "'inbox' needs \"" + field + "\", " + what,
            "Write for example {\"match\": \"*.csv\", \"as\": \"file\"}.",
            place(field));
        return null;
      }
      return text;
    }

    private void checkPattern(String match) {
      if (match.length() > LONGEST || match.indexOf('/') >= 0 || match.indexOf('\0') >= 0) {
        problems.error(
            Codes.BAD_INBOX,
            "'match' is a pattern for file names, with at most "
                + LONGEST
                + " characters and without /",
            "Files in directories of the inbox start no runs.",
            place(MATCH));
      }
    }

    private String at(String field) {
      return Pointers.child(pointer, field);
    }

    private Place place(String field) {
      SourceValue value = rule.get(field);
      return Place.of(value == null ? pointer : at(field), value == null ? rule : value);
    }
  }
}
