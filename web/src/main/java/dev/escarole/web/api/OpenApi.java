package dev.escarole.web.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.web.app.Role;
import java.io.IOException;
import java.io.InputStream;
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
          Map.entry(404, "There is no such thing."),
          Map.entry(406, "The caller does not take the form of the answer."),
          Map.entry(409, "It does not fit the present state."),
          Map.entry(413, "The body has more than 64 MiB."),
          Map.entry(415, "The body is of another type."),
          Map.entry(416, "The part lies beyond the end."),
          Map.entry(422, "It is understood, and wrong."),
          Map.entry(429, "There were too many requests in a second."),
          Map.entry(500, "The server has made a mistake."),
          Map.entry(503, "The database does not answer now."));

  private final ObjectNode document = JsonNodeFactory.instance.objectNode();

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

  /** The document in UTF-8. */
  byte[] bytes() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a refusal's status means. */
  static String meaning(int status) {
    return Objects.requireNonNull(REFUSALS.get(status), () -> "BUG: no text for " + status);
  }

  /** A path in the notation of OpenAPI, which has no word for slashes in an input. */
  static String path(Operation operation) {
    return operation.path().replace('<', '{').replace('>', '}');
  }

  private static void add(ObjectNode paths, Operation operation) {
    ObjectNode entry =
        paths
            .withObjectProperty(path(operation))
            .putObject(operation.method().toLowerCase(Locale.ROOT));
    Operation.Text text = operation.text();
    entry.put("operationId", text.id());
    entry.putArray("tags").add(text.tag());
    entry.put("summary", text.summary());
    entry.put("description", (text.description() + "\n\n" + role(operation)).strip());
    ArrayNode security = entry.putArray("security");
    if (operation.role() != Role.NOBODY) {
      security.addObject().putArray("token");
    }
    parameters(entry, operation.inputs());
    payload(entry, operation.inputs().payload());
    answers(entry.putObject("responses"), operation);
  }

  private static String role(Operation operation) {
    return operation.role() == Role.NOBODY
        ? "Open to everybody."
        : "Role: " + operation.role().word() + ".";
  }

  private static void parameters(ObjectNode entry, Operation.Inputs inputs) {
    ArrayNode parameters = entry.putArray("parameters");
    inputs.path().forEach(field -> parameter(parameters, field, "path"));
    inputs.query().forEach(field -> parameter(parameters, field, "query"));
    if (inputs.keyed()) {
      Field key =
          Field.text(
              "Idempotency-Key",
              "1 to 255 visible ASCII characters; the same key and body start one run.");
      parameter(parameters, key, "header");
    }
  }

  private static void parameter(ArrayNode parameters, Field field, String in) {
    ObjectNode parameter = parameters.addObject();
    parameter.put("name", field.name()).put("in", in).put("required", field.needed());
    parameter.put("description", field.description());
    parameter.set("schema", field.schema());
  }

  private static void payload(ObjectNode entry, Operation.Payload payload) {
    if (payload.isNone()) {
      return;
    }
    ObjectNode body = entry.putObject("requestBody");
    boolean required = !payload.isJson() || payload.fields().stream().anyMatch(Field::needed);
    body.put("required", required);
    ObjectNode content = body.putObject("content").putObject(payload.type());
    if (payload.isJson()) {
      content.set("schema", bodySchema(payload.fields()));
    }
  }

  /** The schema of a JSON object with these fields and no others. */
  static ObjectNode bodySchema(List<Field> fields) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("type", "object").put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    for (Field field : fields) {
      ObjectNode property = field.schema();
      property.put("description", field.description());
      properties.set(field.name(), property);
    }
    List<String> needed = fields.stream().filter(Field::needed).map(Field::name).toList();
    if (!needed.isEmpty()) {
      needed.forEach(schema.putArray("required")::add);
    }
    return schema;
  }

  private static void answers(ObjectNode responses, Operation operation) {
    Operation.Result result = operation.result();
    ObjectNode done = responses.putObject("" + result.status());
    done.put("description", operation.text().summary() + ".");
    ObjectNode content = done.putObject("content").putObject(result.type());
    if (!result.schema().isEmpty()) {
      content.putObject("schema").put("$ref", "#/components/schemas/" + result.schema());
    }
    if (result.type().equals(MediaTypes.BYTES)) {
      responses.putObject("206").put("description", "A part of it.");
    }
    if (operation.isStream()) {
      responses.putObject("204").put("description", "There is nothing more to tell.");
    } else if (operation.method().equals("GET")) {
      responses.putObject("304").put("description", "It is as the caller knows it.");
    }
    for (int status : operation.refusals()) {
      ObjectNode refusal = responses.putObject("" + status);
      refusal.put("description", meaning(status));
      refusal
          .putObject("content")
          .putObject(MediaTypes.PROBLEM)
          .putObject("schema")
          .put("$ref", "#/components/schemas/Problem");
    }
  }

  private void components() {
    ObjectNode components = document.putObject("components");
    components.set("schemas", schemas());
    components
        .putObject("securitySchemes")
        .putObject("token")
        .put("type", "http")
        .put("scheme", "bearer");
  }

  private static JsonNode schemas() {
    try (InputStream in = OpenApi.class.getResourceAsStream("schemas.json")) {
      return JSON.readTree(Objects.requireNonNull(in, "BUG: schemas.json is not there"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
