package dev.escarole.web.agent.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the headers of a request over HTTP must say (Model Context Protocol, streamable HTTP). Every
 * method returns null for what is as it should be. Immutable and safe for use by many threads.
 */
final class HttpRules {

  private static final String VERSION = "MCP-Protocol-Version";

  private final List<String> versions;
  private final HttpSessions sessions;

  /**
   * @param versions of the protocol that are spoken
   */
  HttpRules(List<String> versions, HttpSessions sessions) {
    this.versions = versions;
    this.sessions = sessions;
  }

  /** Type, accepted types and version of a message. */
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

  /** Whether the sender may say this, in the session that it names. */
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

  /** Whether the session that a request names is the sender's own. */
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
}
