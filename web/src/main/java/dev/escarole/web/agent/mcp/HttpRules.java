package dev.escarole.web.agent.mcp;

import dev.escarole.web.agent.mcp.HttpTransport.HttpSessions;
import io.modelcontextprotocol.spec.McpSchema;
import jakarta.servlet.http.HttpServletRequest;
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

  HttpRules(List<String> versions, HttpSessions sessions) {
    this.versions = versions;
    this.sessions = sessions;
  }

  /** Checks content type, accepted types and version of a message. */
  @Nullable HttpRefusal headers(HttpServletRequest request) {
    String type = request.getContentType();
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
      return new HttpRefusal(415, "Send 'Content-Type: application/json'");
    }
    String accepted = String.valueOf(request.getHeader("Accept")).toLowerCase(Locale.ROOT);
    boolean both = accepted.contains("application/json") && accepted.contains("text/event-stream");
    return both || accepted.contains("*/*")
        ? version(request)
        : new HttpRefusal(406, "Send 'Accept: application/json, text/event-stream'");
  }

  private @Nullable HttpRefusal version(HttpServletRequest request) {
    String version = request.getHeader(VERSION);
    return version == null || versions.contains(version)
        ? null
        : new HttpRefusal(
            400, "%s must be one of %s".formatted(VERSION, String.join(", ", versions)));
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
    return sessions.hasRoom(principal)
        ? null
        : new HttpRefusal(
            429,
            "A principal may have %d sessions; end one with DELETE".formatted(HttpSessions.MOST));
  }

  /** Checks that the session of a request belongs to the sender. */
  @Nullable HttpRefusal session(HttpServletRequest request, String principal) {
    String session = request.getHeader(HttpTransport.SESSION);
    if (session == null || session.isBlank()) {
      return new HttpRefusal(400, "Send 'Mcp-Session-Id', which 'initialize' has answered with");
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
    HttpRefusal(int status, String message) {
      this(
          status,
          status < 500 ? McpSchema.ErrorCodes.INVALID_REQUEST : McpSchema.ErrorCodes.INTERNAL_ERROR,
          message);
    }

    static HttpRefusal noSession() {
      return new HttpRefusal(404, "There is no such session; send 'initialize' to begin one");
    }

    /** A refusal of the library, without its message. */
    static HttpRefusal of(int status) {
      if (status == 404) {
        return noSession();
      }
      return new HttpRefusal(status, status < 500 ? "Invalid request" : "Internal error");
    }
  }
}
