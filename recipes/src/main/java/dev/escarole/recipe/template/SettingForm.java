package dev.escarole.recipe.template;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The form of a setting's value. */
public sealed interface SettingForm {

  /** The expected value, for messages, such as {@code a string}. */
  String expectation();

  /** Whether values of this JSON type are accepted. */
  boolean accepts(JsonType type);

  /** Settings with their own parser: texts with rules, declarations, templates. */
  @SuppressWarnings("ImmutableEnumChecker") // What it holds is never changed.
  enum Structure implements SettingForm {
    TEXT("a string", JsonType.STRING),
    CONDITION("a boolean or a string", JsonType.BOOLEAN, JsonType.STRING),
    SELECTOR("a string", JsonType.STRING),
    DECLARATIONS("an array of strings", JsonType.ARRAY),
    DEFAULTS("an object", JsonType.OBJECT),
    ARGUMENTS("an object", JsonType.OBJECT),
    TEMPLATES("an object", JsonType.OBJECT),
    IMPORTS("an object", JsonType.OBJECT),
    INBOX("an object with \"match\" and \"as\"", JsonType.OBJECT),
    LAUNCH("an object with \"at_once\" or \"node\"", JsonType.OBJECT),
    PATTERNS("an object", JsonType.OBJECT),
    SCHEDULES("an object or an array of objects", JsonType.OBJECT, JsonType.ARRAY),
    DIRECTORIES("an object", JsonType.OBJECT),
    REQUESTS("an array of objects", JsonType.ARRAY),
    NOTIFY("an object or an array of objects", JsonType.OBJECT, JsonType.ARRAY),
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

  /**
   * The form of a single value: how it is read, resolved, printed and stored. A template holds the
   * result of {@link #read}, a plan that of {@link #inScope}.
   */
  sealed interface ValueForm extends SettingForm permits WholeNumber, Literal {

    /**
     * Reads a written value.
     *
     * @param key of the setting, for messages
     * @param written a plain value of a type that the form accepts
     * @throws TemplateException if it is invalid
     */
    Object read(String key, Object written);

    /** The names used in a value returned by {@link #read}. */
    default List<Mention> mentions(Object read) {
      return List.of();
    }

    /**
     * Resolves a value.
     *
     * @throws TemplateException if it cannot be resolved in this scope
     */
    default Object inScope(String key, Object read, Scope scope) {
      return read;
    }

    /** Whether a value made of placeholders is empty in a scope, which means that it is not set. */
    default boolean isEmptyIn(Object read, Scope scope) {
      return false;
    }

    /** The default, or null. */
    @Nullable Object unset();

    /** Describes a value, such as {@code timeout 300 ms}. */
    default String words(String key, Object value) {
      return key + " " + plain(value);
    }

    /** The value in JSON: a Long, Boolean, String or list of Integers. */
    default Object plain(Object value) {
      return value;
    }

    /**
     * The inverse of {@link #plain}.
     *
     * @throws IllegalArgumentException if {@code plain} is not a valid value
     */
    Object ofPlain(Object plain);
  }
}
