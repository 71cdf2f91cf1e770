package dev.escarole.web.agent.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import java.util.HashMap;
import java.util.Map;
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

  /** The member of that notification with the request's id. */
  static final String REQUEST_ID = "requestId";

  private static final String REQUEST = "escarole.request";
  private static final String PRINCIPAL = "escarole.principal";

  McpTransportContext context() {
    Map<String, Object> context = new HashMap<>();
    if (request != null) {
      context.put(REQUEST, request);
    }
    if (principal != null) {
      context.put(PRINCIPAL, principal);
    }
    return McpTransportContext.create(context);
  }

  static RequestContext of(McpAsyncServerExchange exchange) {
    McpTransportContext context = exchange.transportContext();
    return context.get(PRINCIPAL) instanceof String principal
        ? new RequestContext(context.get(REQUEST), principal)
        : new RequestContext(context.get(REQUEST), null);
  }
}
