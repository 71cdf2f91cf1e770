package dev.escarole.recipe.handle;

import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.form.JsonSchema;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.template.Deadline;
import dev.escarole.recipe.template.JsonText;
import dev.escarole.recipe.template.PlainValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A command described as a tool: its name, its parameters, and how arguments become a command call
 * (Command Handle, section 2). Immutable and thread-safe.
 */
public final class CommandHandle {
  private final Document document;
  private final Description description;
  private final HandleForms forms;
  private final HandleStreams streams;
  private final List<Problem> warnings;

  /**
   * The description of a handle.
   *
   * @param parameters the JSON Schema of its arguments; null if there is none
   */
  record Description(
      String name,
      @Nullable String text,
      @Nullable FormValue parameters,
      @Nullable JsonSchema schema) {}

  CommandHandle(
      Document document,
      Description description,
      HandleForms forms,
      HandleStreams streams,
      List<Problem> warnings) {
    this.document = document;
    this.description = description;
    this.forms = forms;
    this.streams = streams;
    this.warnings = List.copyOf(warnings);
  }

  /** The name: at most 64 ASCII letters, digits, {@code _} and {@code -}. */
  public String name() {
    return description.name();
  }

  /** The description, if any. */
  public @Nullable String description() {
    return description.text();
  }

  /** The JSON Schema of the arguments as plain values; null if any object is valid. */
  public @Nullable Object parameters() {
    return description.parameters() == null ? null : description.parameters().plain();
  }

  /** The name of its command, if it is constant. */
  public Optional<String> command() {
    return forms
        .command()
        .form()
        .constant()
        .filter(FormValue.Text.class::isInstance)
        .map(name -> ((FormValue.Text) name).value());
  }

  /** Name of the file. */
  public String fileName() {
    return document.fileName();
  }

  /** The warnings, in document order. */
  public List<Problem> warnings() {
    return warnings;
  }

  /**
   * Evaluates a call with these arguments. Missing arguments get the defaults of the parameters.
   * The arguments are checked first, then every field is evaluated and checked; each of these steps
   * runs only if the one before found no errors. Values are plain: String, Boolean, Number, byte[],
   * List, Map or null.
   *
   * @throws dev.escarole.recipe.RecipeException listing the errors, without quoting the arguments
   */
  public HandleCall call(Map<String, ? extends @Nullable Object> arguments) {
    return call(arguments, Deadline.NONE);
  }

  /**
   * Evaluates a call within a deadline.
   *
   * @throws dev.escarole.recipe.template.LimitException if it takes longer
   */
  public HandleCall call(Map<String, ? extends @Nullable Object> arguments, Deadline deadline) {
    deadline.run();
    Findings findings = new Findings(document);
    Map<String, @Nullable Object> filled = filledIn(arguments, properties());
    FormValue given = findings.attempt("", () -> FormValue.dynamic(filled));
    findings.throwIfAny();
    FormValue checked = Objects.requireNonNull(given);
    checkArguments(checked, findings);
    findings.throwIfAny();
    HandleCall call = new CallBuilder(forms, streams, findings, deadline).call(checked);
    findings.throwIfAny();
    return Objects.requireNonNull(call);
  }

  /**
   * Converts typed or recipe values to arguments for {@link #call}. For a parameter that is not a
   * string, JSON text is parsed; for a string, numbers and booleans become text.
   */
  public Map<String, Object> typed(Map<String, ?> values) {
    Map<?, ?> properties = properties();
    Map<String, Object> typed = new LinkedHashMap<>();
    values.forEach(
        (name, value) ->
            typed.put(
                name,
                typed(
                    value,
                    properties.get(name) instanceof Map<?, ?> one ? one.get("type") : null)));
    return typed;
  }

  private void checkArguments(FormValue arguments, Findings findings) {
    JsonSchema schema = description.schema();
    if (schema == null) {
      return;
    }
    List<String> violations =
        findings.attempt(HandleField.PARAMETERS.pointer(), () -> schema.violations(arguments));
    for (String violation : violations == null ? List.<String>of() : violations) {
      findings.error(
          HandleCodes.BAD_ARGUMENTS,
          "invalid arguments: " + violation,
          null,
          HandleField.PARAMETERS.pointer());
    }
  }

  private Map<?, ?> properties() {
    return parameters() instanceof Map<?, ?> schema
            && schema.get("properties") instanceof Map<?, ?> properties
        ? properties
        : Map.of();
  }

  /** The arguments and the defaults of missing ones; an explicit null is not missing. */
  private static Map<String, @Nullable Object> filledIn(
      Map<String, ? extends @Nullable Object> arguments, Map<?, ?> properties) {
    Map<String, @Nullable Object> filled = new LinkedHashMap<>(arguments);
    properties.forEach(
        (name, property) -> {
          boolean missing = !filled.containsKey(String.valueOf(name));
          if (missing && property instanceof Map<?, ?> one && one.get("default") != null) {
            filled.put(String.valueOf(name), one.get("default"));
          }
        });
    return Collections.unmodifiableMap(filled);
  }

  /** Text that is not JSON stays text, to be rejected by the parameters. */
  private static Object typed(Object value, @Nullable Object type) {
    boolean printable = value instanceof Number || value instanceof Boolean;
    if (printable && "string".equals(type)) {
      return PlainValue.text(PlainValue.normalised(value));
    }
    boolean mayBeText = type instanceof List<?> types && types.contains("string");
    if (!(value instanceof String text) || type == null || type.equals("string") || mayBeText) {
      return value;
    }
    Object read = JsonText.parse(text);
    return read == null ? value : read;
  }
}
