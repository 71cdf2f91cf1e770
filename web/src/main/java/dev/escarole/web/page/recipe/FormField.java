package dev.escarole.web.page.recipe;

import dev.escarole.recipe.Parameter;
import dev.escarole.recipe.template.ArgumentType;
import dev.escarole.recipe.template.PlainValue;
import dev.escarole.web.page.words.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One input of a recipe as the form shows it. Immutable.
 *
 * @param number its place in the form, from 0
 * @param kind how it is asked for
 * @param type as recipes write it; empty if the recipe does not say
 * @param preset what holds if the field stays empty, as text; null if nothing does
 * @param choices what can be chosen from; empty unless it is a choice
 * @param given what was typed: one text, or one for each row
 * @param error why what was typed cannot be used; null if it can
 */
public record FormField(
    int number,
    String name,
    Kind kind,
    String type,
    boolean required,
    @Nullable String preset,
    List<String> choices,
    List<String> given,
    @Nullable String error) {

  /** How a value is asked for. */
  public enum Kind {
    /** Text, perhaps of several lines. */
    TEXT,
    NUMBER,
    PATH,
    /** One of several words. */
    CHOICE,
    /** A row for each item. */
    ROWS,
    /** The JSON text of an array. */
    JSON
  }

  public FormField {
    choices = List.copyOf(choices);
    given = List.copyOf(given);
  }

  /**
   * The field for an input.
   *
   * @param values what was typed
   */
  static FormField of(int number, Parameter parameter, Given values, @Nullable String error) {
    ArgumentType type = parameter.type();
    Kind kind = kind(type, values.isJson(parameter.name()));
    Object preset = parameter.defaultValue();
    return new FormField(
        number,
        parameter.name(),
        kind,
        type == null ? "" : type.word(),
        parameter.required() && preset == null,
        preset == null ? null : PlainValue.text(preset),
        choices(type),
        rows(kind, values.texts(parameter.name())),
        error);
  }

  /** What was typed into the fields of a form. */
  interface Given {
    /** The texts of the field of this name, in order. */
    List<String> texts(String name);

    /** Whether the array of this name is typed as JSON. */
    boolean isJson(String name);
  }

  private static Kind kind(@Nullable ArgumentType type, boolean asJson) {
    if (type == null) {
      return Kind.TEXT;
    }
    return switch (type.kind()) {
      case INT, NUMBER -> Kind.NUMBER;
      case PATH -> Kind.PATH;
      case BOOL, ENUM -> Kind.CHOICE;
      case STRING -> Kind.TEXT;
      case ARRAY -> asJson ? Kind.JSON : Kind.ROWS;
    };
  }

  private static List<String> choices(@Nullable ArgumentType type) {
    if (type == null) {
      return List.of();
    }
    return type.kind() == ArgumentType.Kind.BOOL ? List.of("yes", "no") : type.choices();
  }

  private static List<String> rows(Kind kind, List<String> texts) {
    if (kind == Kind.ROWS) {
      return texts.isEmpty() ? List.of("") : texts;
    }
    return List.of(texts.isEmpty() ? "" : texts.get(0));
  }

  /** The one text that was typed. */
  public String text() {
    return given.get(0);
  }

  /** The id of its element; rows have their number behind it. */
  public String id() {
    return "field-" + number;
  }

  /** The name under which the form sends it. */
  public String key() {
    return FormInput.VALUE + name;
  }

  /** The ids of what explains it; null if nothing does. */
  public @Nullable String explainedBy() {
    String hints = hint().isEmpty() ? "" : id() + "-hint";
    String errors = error == null ? "" : id() + "-error";
    String both = (hints + " " + errors).strip();
    return both.isEmpty() ? null : both;
  }

  /** What to know before typing; empty if the field says it all. */
  public String hint() {
    String what =
        switch (kind) {
          case CHOICE, TEXT -> "";
          case NUMBER -> type.equals("int") ? "A whole number." : "A number.";
          case PATH -> "A path as the commands see it.";
          case ROWS -> "One item in each row; empty rows are left out.";
          case JSON -> "A JSON array, such as [\"a\", \"b\"].";
        };
    return (what + " " + ifEmpty()).strip();
  }

  private String ifEmpty() {
    if (kind == Kind.CHOICE || required) {
      return "";
    }
    if (preset == null) {
      return "May stay empty.";
    }
    String shown = preset.isEmpty() ? "the empty text" : Words.brief(preset, 80);
    return "Empty for " + shown + (shown.endsWith(".") || shown.endsWith("…") ? "" : ".");
  }
}
