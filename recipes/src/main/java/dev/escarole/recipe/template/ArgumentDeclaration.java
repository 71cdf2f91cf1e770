package dev.escarole.recipe.template;

import org.jspecify.annotations.Nullable;

/**
 * One declared argument, written {@code name}, {@code name:type}, {@code name=default} or {@code
 * name:type=default}.
 */
public record ArgumentDeclaration(
    String name, @Nullable ArgumentType type, @Nullable String defaultText) {

  /** Parses the written form. */
  public static ArgumentDeclaration parse(String text) {
    String trimmed = text.strip();
    int end = Names.end(trimmed, 0);
    if (end == 0) {
      throw bad(text, "a name starts with a letter or an underscore");
    }
    String name = trimmed.substring(0, end);
    if (FactNames.isFact(name)) {
      throw new TemplateException(
          Codes.RUN_FACT, "'" + name + "' is set by each run", "Choose another name.");
    }
    TypeAndDefault rest = TypeAndDefault.parse(trimmed, end);
    if (rest == null) {
      throw bad(text, "'" + trimmed.substring(end) + "' cannot follow a name");
    }
    if (rest.defaultText() != null) {
      checkDefault(name, rest.type(), rest.defaultText());
    }
    return new ArgumentDeclaration(name, rest.type(), rest.defaultText());
  }

  private static void checkDefault(String name, @Nullable ArgumentType type, String text) {
    if (type != null) {
      type.checkDefault(name, text);
    } else {
      Text.parse(text);
    }
  }

  private static TemplateException bad(String text, String why) {
    return new TemplateException(
        Codes.BAD_ARGUMENT,
        "'" + text + "' is not an argument declaration: " + why,
        "Write name, name:type, name=default or name:type=default.");
  }
}
