package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormValue;
import java.util.Set;

/** The names that mean something in a form (Tool Form, section 2.2). */
final class Directives {
  /** Dropped after a look at them. */
  static final Set<String> MODIFIERS = Set.of("$meta", "$comment");

  /** At most one in an object; it says what the object is. */
  static final Set<String> DOMAINS =
      Set.of("$", "$use", "$spread", "$if", "$when", "$each", "$uri", "$include");

  /** Any number in an object, applied in their order. */
  static final Set<String> OPERATORS =
      Set.of("$join", "$transform", "$encode", "$match", "$matches");

  /** What the {@code args} encoding knows. */
  static final Set<String> OF_ARGS = Set.of("$args", "$flags", "$repeat");

  /** What the {@code json} and {@code base64} encodings know. */
  static final Set<String> OF_TEXT = Set.of("$indent", "$content");

  private Directives() {}

  static boolean isDirective(String name) {
    return MODIFIERS.contains(name) || DOMAINS.contains(name) || OPERATORS.contains(name);
  }

  static boolean isDirected(FormValue.Obj object) {
    return object.members().keySet().stream().anyMatch(Directives::isDirective);
  }
}
