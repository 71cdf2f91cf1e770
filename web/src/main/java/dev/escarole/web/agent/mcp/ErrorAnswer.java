package dev.escarole.web.agent.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * An answer that says why a message was refused (JSON-RPC 2.0, section 5.1). The library's own type
 * cannot be used: it insists on an id, and there is none where the message could not be read.
 *
 * @param id of the request, a text or a number; null if it is not known
 */
record ErrorAnswer(@Nullable Object id, int code, String message) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** One line of JSON. */
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
