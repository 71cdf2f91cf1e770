package dev.escarole.web.page.recipe;

import dev.escarole.recipe.template.PlainValue;
import dev.escarole.web.app.recipe.Finding;
import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.page.words.Words;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A field of the form for one input. Immutable.
 *
 * @param number its place in the form, from 0
 * @param kind how it is asked for
 * @param type as recipes write it; empty if the recipe does not say
 * @param preset the default as text; null if there is none
 * @param choices the options; empty unless it is a choice
 * @param given the typed text, or one text for each row
 * @param error why the typed text cannot be used; null if it can
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
    CHOICE,
    /** A row for each item. */
    ROWS,
    /** The JSON text of an array. */
    JSON
  }

  /** Says errors only if {@code checked}. */
  static FormField of(
      int number, RecipeDocument.Input parameter, FormInput input, boolean checked) {
    Kind kind = kind(parameter.type(), input.json().contains(parameter.name()));
    Object preset =
        parameter.computedBy() == null
            ? parameter.byDefault()
            : "what is computed by " + parameter.computedBy();
    boolean required = parameter.required() && preset == null;
    return new FormField(
        number,
        parameter.name(),
        kind,
        type(parameter),
        required,
        preset == null ? null : PlainValue.text(preset),
        "bool".equals(parameter.type()) ? List.of("yes", "no") : parameter.choices(),
        rows(kind, input.texts(parameter.name())),
        checked ? error(parameter, required && input.value(parameter) == null) : null);
  }

  private static String type(RecipeDocument.Input parameter) {
    return parameter.choices().isEmpty()
        ? Objects.toString(parameter.type(), "")
        : parameter.type() + "(" + String.join(",", parameter.choices()) + ")";
  }

  private static @Nullable String error(RecipeDocument.Input parameter, boolean missing) {
    Finding problem = parameter.problem();
    if (missing) {
      return "'" + parameter.name() + "' is required.";
    }
    return problem == null
        ? null
        : (Words.sentence(problem.message()) + " " + Objects.toString(problem.hint(), "")).strip();
  }

  private static Kind kind(@Nullable String type, boolean asJson) {
    return switch (Objects.toString(type, "string")) {
      case "int", "number" -> Kind.NUMBER;
      case "path" -> Kind.PATH;
      case "bool", "enum" -> Kind.CHOICE;
      case "array" -> asJson ? Kind.JSON : Kind.ROWS;
      default -> Kind.TEXT;
    };
  }

  private static List<String> rows(Kind kind, List<String> texts) {
    if (kind == Kind.ROWS) {
      return texts.isEmpty() ? List.of("") : texts;
    }
    return List.of(texts.isEmpty() ? "" : texts.get(0));
  }

  /** The typed text of a field without rows. */
  public String text() {
    return given.get(0);
  }

  /** The id of its element; rows append their number. */
  public String id() {
    return "field-" + number;
  }

  /** Its name in the form that is sent. */
  public String key() {
    return FormInput.VALUE + name;
  }

  /** The ids of its hint and error; null if it has none. */
  public @Nullable String explainedBy() {
    String hints = hint().isEmpty() ? "" : id() + "-hint";
    String errors = error == null ? "" : id() + "-error";
    String both = (hints + " " + errors).strip();
    return both.isEmpty() ? null : both;
  }

  /** Help for the field; may be empty. */
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
      return "Optional.";
    }
    String shown = preset.isEmpty() ? "the empty text" : Words.brief(preset, 80);
    return "Default: " + shown + (shown.endsWith(".") || shown.endsWith("…") ? "" : ".");
  }
}
