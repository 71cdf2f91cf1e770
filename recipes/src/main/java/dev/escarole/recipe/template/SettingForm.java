package dev.escarole.recipe.template;

import java.util.Set;

/** What a setting takes. */
public sealed interface SettingForm permits SettingForm.Structure, ValueForm {

  /** What it takes, as messages say it, such as {@code a string}. */
  String expectation();

  /** Whether a value of this JSON type can be one. */
  boolean accepts(JsonType type);

  /** Settings that a parser of their own reads: texts with rules, declarations, templates. */
  @SuppressWarnings("ImmutableEnumChecker") // What it holds is never changed.
  enum Structure implements SettingForm {
    TEXT("a string", JsonType.STRING),
    CONDITION("a boolean or a string", JsonType.BOOLEAN, JsonType.STRING),
    SELECTOR("a string", JsonType.STRING),
    DECLARATIONS("an array of strings", JsonType.ARRAY),
    DEFAULTS("an object", JsonType.OBJECT),
    ARGUMENTS("an object", JsonType.OBJECT),
    TEMPLATES("an object", JsonType.OBJECT),
    TEMPLATE("a string, an array or an object", JsonType.STRING, JsonType.ARRAY, JsonType.OBJECT);

    private final String expectation;
    private final Set<JsonType> types;

    Structure(String expectation, JsonType... types) {
      this.expectation = expectation;
      this.types = Set.of(types);
    }

    @Override
    public String expectation() {
      return expectation;
    }

    @Override
    public boolean accepts(JsonType type) {
      return types.contains(type);
    }
  }
}
