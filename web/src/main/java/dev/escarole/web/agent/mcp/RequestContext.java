package dev.escarole.web.agent.mcp;

import dev.escarole.web.agent.acli.Json;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of a request from the transport.
 *
 * @param request the client's id of the request, or null
 * @param principal its principal, or null for that of the server
 */
record RequestContext(@Nullable Object request, @Nullable String principal) {

  /** The notification with which clients cancel a request. */
  static final String CANCELLED = "notifications/cancelled";

  private static final String REQUEST = "escarole.request";
  private static final String PRINCIPAL = "escarole.principal";

  McpTransportContext context() {
    return McpTransportContext.create(Json.object(REQUEST, request, PRINCIPAL, principal));
  }

  static RequestContext of(McpAsyncServerExchange exchange) {
    McpTransportContext context = exchange.transportContext();
    return new RequestContext(context.get(REQUEST), (String) context.get(PRINCIPAL));
  }
}
