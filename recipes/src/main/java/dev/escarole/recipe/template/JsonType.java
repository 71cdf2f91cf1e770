package dev.escarole.recipe.template;

/** The types of JSON values. */
public enum JsonType {
  STRING("a string"),
  NUMBER("a number"),
  BOOLEAN("a boolean"),
  ARRAY("an array"),
  OBJECT("an object"),
  NULL("null");

  private final String words;

  JsonType(String words) {
    this.words = words;
  }

  /** The type with its article, for messages. */
  public String words() {
    return words;
  }
}
