package dev.escarole.web.agent.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Parses messages of clients and reports errors in malformed ones (JSON-RPC 2.0, sections 4 and
 * 5.1). The library's reader throws instead, which ends the stream. Immutable and thread-safe.
 */
final class JsonRpcReader {

  private static final int LONGEST_ID = 1_000;

  private final JsonMapper json =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  sealed interface Reading permits Sound, ErrorAnswer {}

  record Sound(McpSchema.JSONRPCMessage message) implements Reading {}

  Reading read(byte[] bytes) {
    try {
      JsonNode message = json.readTree(bytes);
      return message == null || message.isMissingNode()
          ? unparsable("the message is empty")
          : read(message);
    } catch (JsonProcessingException e) {
      return unparsable(e.getOriginalMessage());
    } catch (IOException e) {
      return unparsable("not UTF-8");
    }
  }

  private static ErrorAnswer unparsable(String why) {
    String line = why.lines().findFirst().orElse("");
    String said = line.length() > 200 ? line.substring(0, 200) + "…" : line;
    return new ErrorAnswer(
        null, McpSchema.ErrorCodes.PARSE_ERROR, "The message is not valid JSON: " + said);
  }

  private Reading read(JsonNode message) {
    if (message.isArray()) {
      return invalid(null, "Batches are not supported: send one object for each message");
    }
    if (!message.isObject()) {
      return invalid(null, "A message must be a JSON object");
    }
    Object id = id(message.path("id"));
    if (!message.path("jsonrpc").asText("").equals("2.0")) {
      return invalid(id, "'jsonrpc' must be \"2.0\"");
    }
    if (message.has("id") && id == null) {
      return invalid(null, "'id' must be a string or an integer");
    }
    if (message.has("method")) {
      return call(message, id);
    }
    if (message.has("result") == message.has("error") || id == null) {
      return invalid(id, "A message needs a 'method'");
    }
    // This server sends no requests, so responses are ignored, whatever their contents.
    return new Sound(McpSchema.JSONRPCResponse.result(id, ""));
  }

  private Reading call(JsonNode message, @Nullable Object id) {
    if (!message.get("method").isTextual()) {
      return invalid(id, "'method' must be a string");
    }
    JsonNode params = message.path("params");
    if (!params.isMissingNode() && !params.isNull() && !params.isObject()) {
      return badParams(id, "'params' must be an object");
    }
    String method = message.get("method").textValue();
    Object given = params.isObject() ? json.convertValue(params, Object.class) : null;
    if (id == null) {
      return new Sound(new McpSchema.JSONRPCNotification(method, given));
    }
    if (method.equals(McpSchema.METHOD_INITIALIZE)) {
      String wrong = wrongHello(params);
      if (wrong != null) {
        return badParams(id, wrong);
      }
    }
    return new Sound(new McpSchema.JSONRPCRequest(method, id, given));
  }

  private static @Nullable String wrongHello(JsonNode params) {
    JsonNode client = params.path("clientInfo");
    if (!params.path("protocolVersion").isTextual()) {
      return "'protocolVersion' must be a string";
    }
    if (!params.path("capabilities").isObject()) {
      return "'capabilities' must be an object";
    }
    return client.path("name").isTextual() && client.path("version").isTextual()
        ? null
        : "'clientInfo' must have a 'name' and a 'version'";
  }

  private static @Nullable Object id(JsonNode id) {
    if (id.isTextual()) {
      return id.textValue().length() <= LONGEST_ID ? id.textValue() : null;
    }
    return id.isIntegralNumber() && id.canConvertToLong() ? (Object) id.longValue() : null;
  }

  private static ErrorAnswer invalid(@Nullable Object id, String why) {
    return new ErrorAnswer(id, McpSchema.ErrorCodes.INVALID_REQUEST, why);
  }

  private static ErrorAnswer badParams(@Nullable Object id, String why) {
    return new ErrorAnswer(id, McpSchema.ErrorCodes.INVALID_PARAMS, why);
  }

  /**
   * An error response (JSON-RPC 2.0, section 5.1). The library's own type cannot be used because it
   * requires an id, which is unknown if the message could not be read.
   *
   * @param id of the request, a string or a number; null if unknown
   */
  record ErrorAnswer(@Nullable Object id, int code, String message) implements Reading {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    String json() {
      ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
      answer.set("id", JSON.valueToTree(id));
      answer.putObject("error").put("code", code).put("message", message);
      try {
        return JSON.writeValueAsString(answer);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("BUG: numbers and texts can be written", e);
      }
    }
  }
}
