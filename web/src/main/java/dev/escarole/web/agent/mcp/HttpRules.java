package dev.escarole.web.agent.mcp;

import dev.escarole.web.agent.mcp.HttpTransport.HttpSessions;
import io.modelcontextprotocol.spec.McpSchema;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Checks the headers of HTTP requests (Model Context Protocol, streamable HTTP). Every method
 * returns null if the request is valid. Immutable and thread-safe.
 */
final class HttpRules {

  private static final String VERSION = "MCP-Protocol-Version";

  private final List<String> versions;
  private final HttpSessions sessions;

  /**
   * @param versions the supported versions of the protocol
   */
  HttpRules(List<String> versions, HttpSessions sessions) {
    this.versions = versions;
    this.sessions = sessions;
  }

  /** Checks content type, accepted types and version of a message. */
  @Nullable HttpRefusal headers(HttpServletRequest request) {
    String type = request.getContentType();
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
      return HttpRefusal.notJson();
    }
    String accepted = String.valueOf(request.getHeader("Accept")).toLowerCase(Locale.ROOT);
    boolean both = accepted.contains("application/json") && accepted.contains("text/event-stream");
    return both || accepted.contains("*/*") ? version(request) : HttpRefusal.notAcceptable();
  }

  private @Nullable HttpRefusal version(HttpServletRequest request) {
    String version = request.getHeader(VERSION);
    return version == null || versions.contains(version)
        ? null
        : HttpRefusal.badRequest(
            "%s must be one of %s".formatted(VERSION, String.join(", ", versions)));
  }

  /** Checks that the sender may send this message in its session. */
  @Nullable HttpRefusal message(
      McpSchema.JSONRPCMessage message, HttpServletRequest request, String principal) {
    boolean hello =
        message instanceof McpSchema.JSONRPCRequest asked
            && asked.method().equals(McpSchema.METHOD_INITIALIZE);
    if (!hello) {
      return session(request, principal);
    }
    return sessions.hasRoom(principal) ? null : HttpRefusal.tooManySessions(HttpSessions.MOST);
  }

  /** Checks that the session of a request belongs to the sender. */
  @Nullable HttpRefusal session(HttpServletRequest request, String principal) {
    String session = request.getHeader(HttpTransport.SESSION);
    if (session == null || session.isBlank()) {
      return HttpRefusal.badRequest("Send 'Mcp-Session-Id', which 'initialize' has answered with");
    }
    if (!sessions.belongs(session, principal)) {
      return HttpRefusal.noSession();
    }
    sessions.used(session, principal);
    return null;
  }

  /**
   * Refusal of an HTTP request.
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

    /** A refusal of the library, without its message. */
    static HttpRefusal of(int status) {
      if (status == HttpServletResponse.SC_NOT_FOUND) {
        return noSession();
      }
      return status < HttpServletResponse.SC_INTERNAL_SERVER_ERROR
          ? new HttpRefusal(status, McpSchema.ErrorCodes.INVALID_REQUEST, "Invalid request")
          : new HttpRefusal(status, McpSchema.ErrorCodes.INTERNAL_ERROR, "Internal error");
    }
  }
}
