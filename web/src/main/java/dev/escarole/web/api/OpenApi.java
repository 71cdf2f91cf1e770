package dev.escarole.web.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.web.app.Param;
import dev.escarole.web.app.ProblemDocument;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.VerbInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Makes the OpenAPI 3.1 document of a table of operations. */
final class OpenApi {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What each status means that says why nothing was done. */
  private static final Map<Integer, String> REFUSALS =
      Map.ofEntries(
          Map.entry(400, "The request cannot be understood, or has an unknown parameter."),
          Map.entry(401, "A token is missing, or not known."),
          Map.entry(403, "The caller may not do this, or another site's page asked for it."),
          Map.entry(404, "Not found."),
          Map.entry(406, "The caller does not take the form of the answer."),
          Map.entry(409, "It does not fit the present state."),
          Map.entry(413, "The body has more than 64 MiB."),
          Map.entry(415, "The body is of another type."),
          Map.entry(416, "The part lies beyond the end."),
          Map.entry(422, "It is understood, and wrong."),
          Map.entry(429, "There were too many requests in a second."),
          Map.entry(500, "Internal server error."),
          Map.entry(503, "The database does not answer now."));

  static final String KEY = "Idempotency-Key";

  private final ObjectNode document = JsonNodeFactory.instance.objectNode();
  private final ReplySchemas schemas = new ReplySchemas();

  OpenApi(List<Operation> operations, String version) {
    document.put("openapi", "3.1.0");
    document
        .putObject("info")
        .put("title", "Escarole")
        .put("version", version)
        .put(
            "description",
            "Recipes, runs, joins, commands and the audit of an Escarole server. Answers that say"
                + " why nothing was done are problem details (RFC 9457) with a code and a hint.");
    document.putArray("servers").addObject().put("url", Api.ROOT);
    ObjectNode paths = document.putObject("paths");
    operations.forEach(operation -> add(paths, operation));
    components();
  }

  byte[] bytes() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String meaning(int status) {
    return Objects.requireNonNull(REFUSALS.get(status), () -> "BUG: no text for " + status);
  }

  /** A path in the notation of OpenAPI, which has no word for slashes in an input. */
  static String path(Operation operation) {
    return operation.route().path().replace('<', '{').replace('>', '}');
  }

  private void add(ObjectNode paths, Operation operation) {
    ObjectNode entry =
        paths
            .withObjectProperty(path(operation))
            .putObject(operation.route().method().toLowerCase(Locale.ROOT));
    Operation.Text text = operation.text();
    entry.put("operationId", text.id());
    entry.putArray("tags").add(text.tag());
    entry.put("summary", text.summary());
    entry.put("description", (text.description() + "\n\n" + role(operation)).strip());
    ArrayNode security = entry.putArray("security");
    if (operation.role() != Role.NOBODY) {
      security.addObject().putArray("token");
    }
    parameters(entry, operation);
    payload(entry, operation);
    answers(entry.putObject("responses"), operation);
  }

  private static String role(Operation operation) {
    return operation.role() == Role.NOBODY
        ? "Open to everybody."
        : "Role: " + operation.role().word() + ".";
  }

  private static void parameters(ObjectNode entry, Operation operation) {
    ArrayNode parameters = entry.putArray("parameters");
    for (VerbInput input : operation.inputs()) {
      switch (input.where()) {
        case PATH -> parameter(parameters, input, input.name(), "path");
        case QUERY -> parameter(parameters, input, input.name(), "query");
        case KEY -> parameter(parameters, input, KEY, "header");
        case BODY, BYTES -> {
          // They are told with the body.
        }
      }
    }
  }

  private static void parameter(ArrayNode parameters, VerbInput input, String name, String in) {
    ObjectNode parameter = parameters.addObject();
    parameter.put("name", name).put("in", in).put("required", input.needed());
    parameter.put("description", input.description());
    parameter.set("schema", schema(input));
  }

  private static void payload(ObjectNode entry, Operation operation) {
    String type = operation.bodyType();
    if (type.isEmpty()) {
      return;
    }
    List<VerbInput> fields = operation.inputs(Param.Where.BODY);
    ObjectNode body = entry.putObject("requestBody");
    body.put("required", fields.isEmpty() || fields.stream().anyMatch(VerbInput::needed));
    ObjectNode content = body.putObject("content").putObject(type);
    if (!fields.isEmpty()) {
      content.set("schema", object(fields));
    }
  }

  private void answers(ObjectNode responses, Operation operation) {
    Class<?> reply = operation.reply();
    ObjectNode done = responses.putObject("" + operation.route().status());
    done.put("description", operation.text().summary() + ".");
    ObjectNode content = done.putObject("content").putObject(operation.type());
    if (reply != null) {
      content.set("schema", schemas.reference(reply));
    }
    if (operation.type().equals(MediaTypes.BYTES)) {
      responses.putObject("206").put("description", "A part of it.");
    }
    if (operation.verb() == null) {
      responses.putObject("204").put("description", "There is nothing more to tell.");
    } else if (operation.route().method().equals("GET")) {
      responses.putObject("304").put("description", "It is as the caller knows it.");
    }
    for (int status : operation.refusals()) {
      ObjectNode refusal = responses.putObject("" + status);
      refusal.put("description", meaning(status));
      refusal
          .putObject("content")
          .putObject(MediaTypes.PROBLEM)
          .set("schema", schemas.reference(ProblemDocument.class));
    }
  }

  private void components() {
    ObjectNode components = document.putObject("components");
    components.set("schemas", schemas.collected());
    components
        .putObject("securitySchemes")
        .putObject("token")
        .put("type", "http")
        .put("scheme", "bearer");
  }

  private static ObjectNode schema(VerbInput input) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    switch (input.kind()) {
      case TEXT -> words(input, schema.put("type", "string"));
      case BASE64 -> schema.put("type", "string").put("contentEncoding", "base64");
      case TIME -> schema.put("type", "string").put("format", "date-time");
      case INTEGER -> range(input, schema.put("type", "integer"));
      case FLAG -> schema.put("type", "boolean");
      case OBJECT -> schema.put("type", "object");
      case TEXTS ->
          words(input, schema.put("type", "array").putObject("items").put("type", "string"));
    }
    return schema;
  }

  private static void words(VerbInput input, ObjectNode schema) {
    if (!input.words().isEmpty()) {
      input.words().forEach(schema.putArray("enum")::add);
    }
  }

  private static void range(VerbInput input, ObjectNode schema) {
    VerbInput.Range range = input.range();
    if (range != null) {
      schema.put("minimum", range.least()).put("maximum", range.most());
      if (range.usual() != null) {
        schema.put("default", range.usual());
      }
    }
  }

  private static ObjectNode object(List<VerbInput> fields) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("type", "object").put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    for (VerbInput field : fields) {
      properties.set(field.name(), schema(field).put("description", field.description()));
    }
    List<String> needed = fields.stream().filter(VerbInput::needed).map(VerbInput::name).toList();
    if (!needed.isEmpty()) {
      needed.forEach(schema.putArray("required")::add);
    }
    return schema;
  }
}
