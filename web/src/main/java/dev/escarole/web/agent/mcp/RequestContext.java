package dev.escarole.web.agent.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a transport knows of a request beside its contents.
 *
 * @param request the id that the client gave it, or null
 * @param principal on whose behalf it is, or null if that of the server
 */
record RequestContext(@Nullable Object request, @Nullable String principal) {

  /** The notification by which clients give up a request. */
  static final String CANCELLED = "notifications/cancelled";

  /** The member of that notification which names the request. */
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
