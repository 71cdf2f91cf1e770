package dev.escarole.web.agent.mcp;

import dev.escarole.web.agent.acli.AgentCaller;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Determines the sender of a request. */
final class Callers {

  private final BiFunction<String, @Nullable String, AgentCaller> making;
  private final String otherwise;

  /**
   * @param making creates a caller from a principal's name and the name reported by its client
   * @param otherwise the principal of requests without one
   */
  Callers(BiFunction<String, @Nullable String, AgentCaller> making, String otherwise) {
    this.making = making;
    this.otherwise = otherwise;
  }

  AgentCaller of(McpAsyncServerExchange exchange) {
    String principal = RequestContext.of(exchange).principal();
    McpSchema.Implementation client = exchange.getClientInfo();
    String name = client == null ? null : client.name() + " " + client.version();
    return making.apply(principal == null ? otherwise : principal, name);
  }
}
