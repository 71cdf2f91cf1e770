package dev.escarole.web.agent.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Why a request over HTTP is refused.
 *
 * @param status of HTTP
 * @param code of JSON-RPC
 */
record HttpRefusal(int status, int code, String message) {

  private static final int UNSUPPORTED_MEDIA_TYPE = 415;

  static HttpRefusal badRequest(String message) {
    return new HttpRefusal(
        HttpServletResponse.SC_BAD_REQUEST, McpSchema.ErrorCodes.INVALID_REQUEST, message);
  }

  static HttpRefusal notJson() {
    return new HttpRefusal(
        UNSUPPORTED_MEDIA_TYPE,
        McpSchema.ErrorCodes.INVALID_REQUEST,
        "Send 'Content-Type: application/json'");
  }

  static HttpRefusal notAcceptable() {
    return new HttpRefusal(
        HttpServletResponse.SC_NOT_ACCEPTABLE,
        McpSchema.ErrorCodes.INVALID_REQUEST,
        "Send 'Accept: application/json, text/event-stream'");
  }

  static HttpRefusal noSession() {
    return new HttpRefusal(
        HttpServletResponse.SC_NOT_FOUND,
        McpSchema.ErrorCodes.INVALID_REQUEST,
        "There is no such session; send 'initialize' to begin one");
  }

  static HttpRefusal tooManySessions(int most) {
    return new HttpRefusal(
        429,
        McpSchema.ErrorCodes.INVALID_REQUEST,
        "A principal may have %d sessions; end one with DELETE".formatted(most));
  }

  static HttpRefusal tooLarge(int most) {
    return new HttpRefusal(
        HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
        McpSchema.ErrorCodes.INVALID_REQUEST,
        "A message may have %d bytes".formatted(most));
  }

  static HttpRefusal busy() {
    return new HttpRefusal(
        HttpServletResponse.SC_SERVICE_UNAVAILABLE,
        McpSchema.ErrorCodes.INTERNAL_ERROR,
        "The server is busy or stopping; retry later");
  }

  /** What the library refused, without what it says of it. */
  static HttpRefusal of(int status) {
    if (status == HttpServletResponse.SC_NOT_FOUND) {
      return noSession();
    }
    return status < HttpServletResponse.SC_INTERNAL_SERVER_ERROR
        ? new HttpRefusal(status, McpSchema.ErrorCodes.INVALID_REQUEST, "Invalid request")
        : new HttpRefusal(status, McpSchema.ErrorCodes.INTERNAL_ERROR, "Internal error");
  }
}
