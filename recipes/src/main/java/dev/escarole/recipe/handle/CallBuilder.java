package dev.escarole.recipe.handle;

import dev.escarole.recipe.form.ArgumentList;
import dev.escarole.recipe.form.ArgumentList.Argument;
import dev.escarole.recipe.form.ToolForm;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Evaluates and checks the fields of a handle for one call. Confined to the call. */
final class CallBuilder {
  private final HandleForms forms;
  private final HandleStreams streams;
  private final Findings findings;
  private final Runnable pace;

  CallBuilder(HandleForms forms, HandleStreams streams, Findings findings, Runnable pace) {
    this.forms = forms;
    this.streams = streams;
    this.findings = findings;
    this.pace = pace;
  }

  /** The unchecked values of all fields; null if a field is missing or undefined. */
  private record Evaluated(
      @Nullable FormValue command,
      @Nullable FormValue arguments,
      @Nullable FormValue directory,
      @Nullable FormValue environment,
      @Nullable FormValue stdin) {}

  /** Returns the call; null after errors, which are recorded. */
  @Nullable HandleCall call(FormValue arguments) {
    Evaluated values =
        new Evaluated(
            value(forms.command().form(), arguments, "/command"),
            value(forms.arguments(), arguments, "/arguments"),
            value(forms.directory(), arguments, "/directory"),
            value(forms.environment(), arguments, "/environment"),
            value(forms.stdin(), arguments, "/io/stdin"));
    return findings.any() ? null : checked(values);
  }

  private @Nullable FormValue value(@Nullable ToolForm form, FormValue arguments, String pointer) {
    if (form == null) {
      return null;
    }
    Optional<FormValue> value = findings.attempt(pointer, () -> form.evaluate(arguments, pace));
    return value == null ? null : value.orElse(null);
  }

  private @Nullable HandleCall checked(Evaluated values) {
    Argument command = command(values.command());
    List<Argument> arguments = arguments(values.arguments());
    Argument directory = forms.directory() == null ? null : directory(values.directory());
    Map<String, Argument> environment = environment(values.environment());
    CapturedBytes stdin = stdin(values.stdin());
    return findings.any() || command == null
        ? null
        : new HandleCall(
            command, arguments, directory, environment, new HandleCall.Input(stdin, streams));
  }

  private @Nullable Argument command(@Nullable FormValue value) {
    if (!(value instanceof FormValue.Text command)) {
      findings.error(
          HandleCodes.COMMAND_TYPE,
          "the command is " + typeOf(value) + ", not a string",
          "Make sure that every call has one, for example with \"required\" in the parameters.",
          "/command");
      return null;
    }
    boolean chosen = command.provenance() != Provenance.LITERAL;
    if (chosen && !forms.command().listed().contains(command.value())) {
      findings.error(
          HandleCodes.COMMAND_NOT_LISTED,
          "the arguments select a command that the handle does not list",
          "List the allowed commands: \"commands\": [\"name\"].",
          "/command");
      return null;
    }
    CommandNames.check(command.value(), "/command", findings);
    return argument(command);
  }

  private static Argument argument(FormValue.Text text) {
    return new Argument(text.value(), text.provenance());
  }

  private List<Argument> arguments(@Nullable FormValue value) {
    List<FormValue> items =
        value instanceof FormValue.Array array
            ? array.items()
            : value == null ? List.of() : List.of(value);
    List<FormValue.Text> texts = new ArrayList<>();
    for (FormValue item : items) {
      if (!(item instanceof FormValue.Text text)) {
        findings.error(
            HandleCodes.ARGUMENTS_TYPE,
            "the arguments contain " + typeOf(item) + " instead of a string",
            "Write numbers as \"{{n}}\", merge arrays with $spread, or use {\"$encode\":"
                + " \"args\"}.",
            "/arguments");
        return List.of();
      }
      texts.add(text);
    }
    List<Argument> list =
        findings.attempt("/arguments", () -> ArgumentList.of(texts, forms.rules()));
    return list == null ? List.of() : list;
  }

  private @Nullable Argument directory(@Nullable FormValue value) {
    boolean usable =
        value instanceof FormValue.Text text
            && !text.value().isEmpty()
            && text.value().indexOf('\0') < 0;
    if (!usable) {
      findings.error(
          HandleCodes.BAD_DIRECTORY,
          "the directory is " + typeOf(value) + ", not a path",
          "Make sure that every call has one; there is no fallback.",
          "/directory");
    }
    return usable && value instanceof FormValue.Text text ? argument(text) : null;
  }

  private Map<String, Argument> environment(@Nullable FormValue value) {
    Map<String, Argument> variables = new LinkedHashMap<>();
    if (value instanceof FormValue.Obj object) {
      object.members().forEach((name, member) -> variable(name, member, variables));
    } else if (value != null) {
      findings.error(
          HandleCodes.ENVIRONMENT_TYPE,
          "the environment is " + typeOf(value) + ", not an object",
          null,
          "/environment");
    }
    return variables;
  }

  private void variable(String name, FormValue.Member member, Map<String, Argument> variables) {
    FormValue value = member.value();
    if (member.dynamicName()) {
      findings.error(
          HandleCodes.ENVIRONMENT_NAME,
          "the arguments determine the name of a variable",
          "Write the names in the handle and take only their values from the arguments.",
          "/environment");
      return;
    }
    if (!Environment.check(name, "/environment", findings) || value instanceof FormValue.Null) {
      return;
    }
    String text = printed(value);
    if (text == null || text.indexOf('\0') >= 0 || !StreamEncoding.UTF8.encoded(text).isPresent()) {
      findings.error(
          HandleCodes.ENVIRONMENT_VALUE,
          "the value of '" + name + "' is " + typeOf(value) + ", which a variable cannot contain",
          "Give text without NUL, a number or a boolean; encode structures as JSON.",
          "/environment");
      return;
    }
    variables.put(name, new Argument(text, value.provenance()));
  }

  private static @Nullable String printed(FormValue value) {
    if (value instanceof FormValue.Text text) {
      return text.value();
    }
    if (value instanceof FormValue.Num number) {
      return number.text();
    }
    return value instanceof FormValue.Bool bool ? String.valueOf(bool.value()) : null;
  }

  private @Nullable CapturedBytes stdin(@Nullable FormValue value) {
    if (value == null) {
      return null;
    }
    if (value instanceof FormValue.Binary binary) {
      return CapturedBytes.of(binary.bytes());
    }
    Optional<byte[]> bytes =
        value instanceof FormValue.Text text
            ? streams.encoding().encoded(text.value())
            : Optional.empty();
    if (bytes.isEmpty()) {
      findings.error(
          HandleCodes.BAD_STDIN,
          "the input is "
              + typeOf(value)
              + ", which cannot be encoded as "
              + streams.encoding().word(),
          streams.encoding() == StreamEncoding.BASE64
              ? "Give base64, which is decoded before the command reads it: {\"$encode\":"
                  + " \"base64\", ...}."
              : "Give text or bytes; encode structures: {\"$encode\": \"json\", ...}.",
          "/io/stdin");
      return null;
    }
    return CapturedBytes.of(bytes.get());
  }

  private static String typeOf(@Nullable FormValue value) {
    if (value == null) {
      return "missing";
    }
    if (value instanceof FormValue.Text) {
      return "a string";
    }
    if (value instanceof FormValue.Num) {
      return "a number";
    }
    if (value instanceof FormValue.Bool) {
      return "a boolean";
    }
    if (value instanceof FormValue.Array) {
      return "an array";
    }
    if (value instanceof FormValue.Obj) {
      return "an object";
    }
    return value instanceof FormValue.Binary ? "bytes" : "null";
  }
}
