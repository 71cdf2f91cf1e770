package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a form names by a word, out of a closed set. */
interface Choice {

  /** The constant's own name, as Java writes it. */
  String name();

  /** What forms write for it. */
  default String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The one that a form names.
   *
   * @param kind what they are, in the singular
   * @throws FormException with the code if there is none of that name
   */
  static <T extends Choice> T named(T[] all, String name, String kind, String code) {
    return Arrays.stream(all)
        .filter(each -> each.word().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new FormException(
                    code,
                    "there is no " + kind + " '" + name + "'",
                    Arrays.stream(all)
                        .map(Choice::word)
                        .collect(Collectors.joining(", ", "The " + kind + "s are ", ".")),
                    ""));
  }
}
