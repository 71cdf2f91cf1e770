package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A constant that a form names by a word. */
interface Choice {

  /** The constant's Java name. */
  String name();

  /** The word used in forms. */
  default String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds the constant with this word.
   *
   * @param kind noun for messages, in the singular
   * @throws FormException with this code if there is none
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
