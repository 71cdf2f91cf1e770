package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormValue;
import java.util.Set;

/** The names of directives (Tool Form, section 2.2). */
final class Directives {
  /** Checked and then ignored. */
  static final Set<String> MODIFIERS = Set.of("$meta", "$comment");

  /** At most one in an object; determines its value. */
  static final Set<String> DOMAINS =
      Set.of("$", "$use", "$spread", "$if", "$when", "$each", "$uri", "$include");

  /** Any number in an object, applied in order. */
  static final Set<String> OPERATORS =
      Set.of("$join", "$transform", "$encode", "$match", "$matches");

  /** Directives of the {@code args} encoding. */
  static final Set<String> OF_ARGS = Set.of("$args", "$flags", "$repeat");

  /** Directives of the {@code json} and {@code base64} encodings. */
  static final Set<String> OF_TEXT = Set.of("$indent", "$content");

  private Directives() {}

  static boolean isDirective(String name) {
    return MODIFIERS.contains(name) || DOMAINS.contains(name) || OPERATORS.contains(name);
  }

  static boolean isDirected(FormValue.Obj object) {
    return object.members().keySet().stream().anyMatch(Directives::isDirective);
  }
}
