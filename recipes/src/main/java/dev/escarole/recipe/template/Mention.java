package dev.escarole.recipe.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A use of a name in a template.
 *
 * @param name the value's name
 * @param type the type given here, if any
 * @param defaultText the inline default, if any
 * @param need how the value is used
 */
public record Mention(
    String name, @Nullable ArgumentType type, @Nullable String defaultText, Need need) {

  /** The same mentions at a place that only tests for truth. */
  static List<Mention> asTruth(List<Mention> mentions) {
    return mentions.stream()
        .map(each -> new Mention(each.name, each.type, each.defaultText, Need.TRUTH))
        .toList();
  }

  /** How a value is used. */
  public enum Need {
    /** Prints the value; required unless it has an inline default. */
    VALUE,
    /** Takes an item or the length of an array. */
    ARRAY,
    /** Only tests whether the value is present and true. */
    TRUTH
  }
}
