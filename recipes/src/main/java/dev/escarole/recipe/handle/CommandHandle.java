package dev.escarole.recipe.handle;

import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.form.JsonSchema;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.template.Deadline;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A command described as a tool: what it is called, which arguments it takes, and how they become
 * the call of a command (Command Handle, section 2). Immutable and safe for use by many threads.
 */
public final class CommandHandle {
  private final Document document;
  private final Description description;
  private final HandleForms forms;
  private final HandleStreams streams;
  private final List<Problem> warnings;

  /**
   * What a handle says about itself.
   *
   * @param parameters the JSON Schema of its arguments as plain values; null when it gives none
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

  /** Its name: ASCII letters, digits, {@code _} and {@code -}, at most 64 of them. */
  public String name() {
    return description.name();
  }

  /** What it is for, if it says so. */
  public @Nullable String description() {
    return description.text();
  }

  /** The JSON Schema of its arguments as plain values; null when any object will do. */
  public @Nullable Object parameters() {
    return description.parameters() == null ? null : description.parameters().plain();
  }

  /** The name of its command, if that is the same for all arguments. */
  public Optional<String> command() {
    return forms
        .command()
        .form()
        .constant()
        .filter(FormValue.Text.class::isInstance)
        .map(name -> ((FormValue.Text) name).value());
  }

  /** Name of the file that was read. */
  public String fileName() {
    return document.fileName();
  }

  /** What is doubtful about the handle, in the order of its text. */
  public List<Problem> warnings() {
    return warnings;
  }

  /**
   * What a call with these arguments asks for. Defaults of the parameters stand in for arguments
   * that are missing. Then the arguments are checked, then every field is evaluated and checked;
   * the first kind of mistake that is found ends it. Values are plain: String, Boolean, Number,
   * byte[], List, Map or null.
   *
   * @throws dev.escarole.recipe.RecipeException listing what is wrong, without quoting the
   *     arguments
   */
  public HandleCall call(Map<String, ? extends @Nullable Object> arguments) {
    return call(arguments, Deadline.NONE);
  }

  /**
   * Likewise, by a deadline.
   *
   * @throws dev.escarole.recipe.template.LimitException when it takes longer
   */
  public HandleCall call(Map<String, ? extends @Nullable Object> arguments, Deadline deadline) {
    deadline.run();
    Findings findings = new Findings(document);
    Map<String, @Nullable Object> filled = ParameterDefaults.filledIn(arguments, parameters());
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
   * Arguments for {@link #call} of values as people type them and recipes have them. Where the
   * parameters ask for something else than a string, a text that is JSON is what it says; where
   * they ask for a string, a number or boolean is its text.
   */
  public Map<String, Object> typed(Map<String, ?> values) {
    return TypedArguments.of(values, parameters());
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
          "the arguments do not fit: " + violation,
          null,
          HandleField.PARAMETERS.pointer());
    }
  }
}
