package dev.escarole.recipe.handle;

import dev.escarole.recipe.Document;
import dev.escarole.recipe.form.ArgsRules;
import dev.escarole.recipe.form.FormSettings;
import dev.escarole.recipe.form.JsonSchema;
import dev.escarole.recipe.form.ToolForm;
import dev.escarole.recipe.form.value.FormLimits;
import dev.escarole.recipe.form.value.FormProblem;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.handle.HandleStreams.StreamMode;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.Deadline;
import dev.escarole.recipe.template.NearestName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

final class HandleParser {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final String HANDLER = "command";
  private static final FormValue NOTHING = FormValue.literal(null);

  /** Stands for a command that depends on the arguments. */
  private static final ToolForm SOME_COMMAND =
      ToolForm.parse(FormValue.literal("true"), FormSettings.defaults());

  private final Document document;
  private final Deadline deadline;
  private final Findings findings;
  private final Map<String, Object> fields = new LinkedHashMap<>();
  private final List<ToolForm> forms = new ArrayList<>();

  HandleParser(Document document, Deadline deadline) {
    this.document = document;
    this.deadline = deadline;
    this.findings = new Findings(document);
    findings.errors(document.mistakes());
  }

  CommandHandle parse() {
    deadline.run();
    if (!(document.plain() instanceof Map<?, ?> members)) {
      findings.error(Codes.WRONG_TYPE, "a handle must be an object", null, "");
    } else {
      members.forEach((key, value) -> fields.put(String.valueOf(key), value));
    }
    findings.throwIfAny();
    checkHandler();
    FormValue whole = findings.attempt("", () -> FormValue.literal(document.plain()));
    findings.throwIfAny();
    checkKeys();
    CommandHandle.Description description = description();
    checkSecurity();
    HandleForms parsed = forms(Objects.requireNonNull(whole));
    HandleStreams streams =
        fields.containsKey("io")
            ? new StreamsParser(findings).parse(fields.get("io"))
            : HandleStreams.DEFAULTS;
    streams = streams.withOpenStdin(flag(HandleField.ALLOW_STDIN));
    checkVariables();
    checkConstants(parsed, streams);
    checkParameters(description);
    findings.throwIfAny();
    return new CommandHandle(
        document, description, Objects.requireNonNull(parsed), streams, findings.warnings());
  }

  private void checkHandler() {
    Object handle = fields.get(HandleField.HANDLE.key());
    Object handler = fields.get(HandleField.HANDLER.key());
    boolean agree = handle == null || handler == null || handle.equals(handler);
    if (!agree) {
      findings.error(
          HandleCodes.UNKNOWN_HANDLER,
          "'handle' and 'handler' do not agree",
          "Keep one of them.",
          HandleField.HANDLER.pointer());
      return;
    }
    HandleField written = handle == null ? HandleField.HANDLER : HandleField.HANDLE;
    Object named = handle == null ? handler : handle;
    if (!HANDLER.equals(named)) {
      findings.error(
          HandleCodes.UNKNOWN_HANDLER,
          named == null ? "the handle names no handler" : "unknown handler",
          "Write \"handle\": \"command\"; it is the only handler.",
          named == null ? "" : written.pointer());
    }
  }

  private void checkKeys() {
    for (String key : fields.keySet()) {
      if (HandleField.ofKey(key).isEmpty()) {
        String nearest = NearestName.of(key, HandleField.keys());
        findings.error(
            Codes.UNKNOWN_FIELD,
            "handles have no field '" + key + "'",
            nearest == null
                ? "The fields are " + String.join(", ", HandleField.keys()) + "."
                : "Did you mean '" + nearest + "'?",
            "/" + key.replace("~", "~0").replace("/", "~1"));
      }
    }
    for (HandleField required : List.of(HandleField.NAME, HandleField.COMMAND)) {
      if (!fields.containsKey(required.key())) {
        findings.error(
            HandleCodes.MISSING_FIELD,
            "the handle has no '" + required.key() + "'",
            "Every handle has a name and a command.",
            "");
      }
    }
    text(HandleField.SCHEMA);
  }

  private CommandHandle.Description description() {
    String name = text(HandleField.NAME);
    if (name != null && !NAME.matcher(name).matches()) {
      findings.error(
          HandleCodes.BAD_HANDLE_NAME,
          "the name must be 1 to 64 letters, digits, '_' and '-'",
          null,
          HandleField.NAME.pointer());
    }
    String text = text(HandleField.DESCRIPTION);
    if (!fields.containsKey(HandleField.PARAMETERS.key())) {
      return new CommandHandle.Description(name == null ? "" : name, text, null, null);
    }
    FormValue parameters = parameters();
    JsonSchema schema =
        parameters == null
            ? null
            : findings.attempt(HandleField.PARAMETERS.pointer(), () -> JsonSchema.of(parameters));
    return new CommandHandle.Description(name == null ? "" : name, text, parameters, schema);
  }

  private @Nullable FormValue parameters() {
    FormValue parameters =
        findings.attempt(
            HandleField.PARAMETERS.pointer(),
            () -> FormValue.literal(fields.get(HandleField.PARAMETERS.key())));
    boolean object =
        parameters instanceof FormValue.Obj schema
            && schema.get("type") instanceof FormValue.Text type
            && type.value().equals("object");
    if (!object) {
      findings.error(
          HandleCodes.BAD_PARAMETERS,
          "the parameters are not a JSON Schema of an object",
          "Write \"parameters\": {\"type\": \"object\", \"properties\": {...}}.",
          HandleField.PARAMETERS.pointer());
      return null;
    }
    return parameters;
  }

  private void checkSecurity() {
    Object security = fields.get(HandleField.SECURITY.key());
    boolean none = security instanceof Map<?, ?> schemes && schemes.isEmpty();
    if (fields.containsKey(HandleField.SECURITY.key()) && !none) {
      findings.error(
          HandleCodes.UNSUPPORTED_SECURITY,
          "the handle has a security scheme, but none is supported",
          "Remove 'security', and never write secrets into a handle.",
          HandleField.SECURITY.pointer());
    }
  }

  /** Finds errors that every call would have, by a call with the constant fields only. */
  private void checkConstants(@Nullable HandleForms parsed, HandleStreams streams) {
    if (parsed != null) {
      Findings ofConstants = new Findings(document);
      ToolForm command = known(parsed.command().form());
      HandleForms constant =
          new HandleForms(
              new HandleForms.Command(
                  command == null ? SOME_COMMAND : command, parsed.command().listed()),
              known(parsed.arguments()),
              parsed.rules(),
              known(parsed.directory()),
              known(parsed.environment()),
              known(parsed.stdin()));
      new CallBuilder(constant, streams, ofConstants, deadline).call(NOTHING);
      findings.addAll(ofConstants);
    }
  }

  private static @Nullable ToolForm known(@Nullable ToolForm form) {
    return form == null || form.constant().isEmpty() ? null : form;
  }

  /** Checks literal variable names even if their values are not constant. */
  private void checkVariables() {
    if (fields.get("environment") instanceof Map<?, ?> variables) {
      for (Object each : variables.keySet()) {
        String name = String.valueOf(each);
        if (!name.startsWith("$")) {
          Environment.check(name, "/environment", findings);
        }
      }
    }
  }

  private @Nullable HandleForms forms(FormValue whole) {
    ArgsRules rules = new ArgsRules(flag(HandleField.ALLOW_FLAGS), flag(HandleField.PRINTABLE));
    FormSettings settings = new FormSettings(FormLimits.DEFAULTS, rules, "", whole, deadline);
    ToolForm command = field(HandleField.COMMAND, settings);
    ToolForm arguments = field(HandleField.ARGUMENTS, settings);
    ToolForm directory = field(HandleField.DIRECTORY, settings);
    ToolForm environment = field(HandleField.ENVIRONMENT, settings);
    boolean reads = fields.get("io") instanceof Map<?, ?> io && io.containsKey("stdin");
    ToolForm input = reads ? form(stdin(), "/io/stdin", settings) : null;
    List<String> listed = listed();
    return command == null
        ? null
        : new HandleForms(
            new HandleForms.Command(command, listed),
            arguments,
            rules,
            directory,
            environment,
            input);
  }

  private @Nullable Object stdin() {
    return fields.get("io") instanceof Map<?, ?> io ? io.get("stdin") : null;
  }

  private @Nullable ToolForm field(HandleField field, FormSettings settings) {
    return fields.containsKey(field.key())
        ? form(fields.get(field.key()), field.pointer(), settings)
        : null;
  }

  private @Nullable ToolForm form(@Nullable Object written, String pointer, FormSettings settings) {
    ToolForm form =
        findings.attempt(
            pointer, () -> ToolForm.parse(FormValue.literal(written), settings.at(pointer)));
    if (form != null) {
      forms.add(form);
      for (FormProblem each : form.warnings()) {
        findings.warning(each.code(), each.message(), each.hint(), each.pointer());
      }
    }
    return form;
  }

  private List<String> listed() {
    Object listed = fields.get(HandleField.COMMANDS.key());
    List<String> names = new ArrayList<>();
    if (listed instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
      list.forEach(name -> names.add((String) name));
    } else if (fields.containsKey(HandleField.COMMANDS.key())) {
      wrongType(HandleField.COMMANDS, "an array of strings");
    }
    names.forEach(name -> CommandNames.check(name, HandleField.COMMANDS.pointer(), findings));
    return names;
  }

  private boolean flag(HandleField field) {
    if (fields.containsKey(field.key()) && !(fields.get(field.key()) instanceof Boolean)) {
      wrongType(field, "a boolean");
    }
    return Boolean.TRUE.equals(fields.get(field.key()));
  }

  private @Nullable String text(HandleField field) {
    Object value = fields.get(field.key());
    if (fields.containsKey(field.key()) && !(value instanceof String)) {
      wrongType(field, "a string");
    }
    return value instanceof String text ? text : null;
  }

  private void wrongType(HandleField field, String expected) {
    findings.error(
        Codes.WRONG_TYPE, "'" + field.key() + "' must be " + expected, null, field.pointer());
  }

  private void checkParameters(CommandHandle.Description description) {
    boolean uses = forms.stream().anyMatch(form -> form.constant().isEmpty());
    if (uses && description.parameters() == null) {
      findings.warning(
          HandleCodes.UNDECLARED_PARAMETERS,
          "the handle uses arguments but does not declare 'parameters'",
          "Declare them, so that calls with missing arguments are rejected.",
          "");
    }
  }

  /** Parses the {@code io} of a handle (Command Handle, section 3.3). */
  private static final class StreamsParser {
    private static final List<String> KEYS = List.of("stdin", "stdout", "stderr", "encoding");

    private final Findings findings;

    StreamsParser(Findings findings) {
      this.findings = findings;
    }

    HandleStreams parse(@Nullable Object written) {
      if (!(written instanceof Map<?, ?> io)) {
        findings.error(Codes.WRONG_TYPE, "'io' must be an object", null, "/io");
        return HandleStreams.DEFAULTS;
      }
      checkKeys(io);
      return new HandleStreams(mode(io, "stdout"), mode(io, "stderr"), encoding(io), false);
    }

    private void checkKeys(Map<?, ?> io) {
      for (Object key : io.keySet()) {
        if (!KEYS.contains(String.valueOf(key))) {
          findings.error(
              Codes.UNKNOWN_FIELD,
              "'io' has no field '" + key + "'",
              "Its fields are " + String.join(", ", KEYS) + ".",
              "/io/" + String.valueOf(key).replace("~", "~0").replace("/", "~1"));
        }
      }
    }

    private StreamMode mode(Map<?, ?> io, String key) {
      if (!io.containsKey(key)) {
        return StreamMode.PIPE;
      }
      return StreamMode.of(Objects.toString(io.get(key)))
          .orElseGet(
              () -> {
                findings.error(
                    HandleCodes.UNKNOWN_STREAM,
                    "'" + key + "' must be 'pipe', 'ignore' or 'inherit'",
                    null,
                    "/io/" + key);
                return StreamMode.PIPE;
              });
    }

    private StreamEncoding encoding(Map<?, ?> io) {
      if (!io.containsKey("encoding")) {
        return StreamEncoding.UTF8;
      }
      return StreamEncoding.of(Objects.toString(io.get("encoding")))
          .orElseGet(
              () -> {
                findings.error(
                    HandleCodes.UNKNOWN_CHARSET,
                    "unknown encoding",
                    Arrays.stream(StreamEncoding.values())
                        .map(StreamEncoding::word)
                        .collect(Collectors.joining(", ", "The encodings are ", ".")),
                    "/io/encoding");
                return StreamEncoding.UTF8;
              });
    }
  }
}
