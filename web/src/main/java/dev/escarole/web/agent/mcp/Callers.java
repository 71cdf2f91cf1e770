package dev.escarole.web.agent.mcp;

import dev.escarole.web.agent.acli.Caller;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Says who sends a request. */
final class Callers {

  private final BiFunction<String, @Nullable String, Caller> making;
  private final String otherwise;

  /**
   * @param making makes a caller of a principal's name and of what its client calls itself
   * @param otherwise the principal of requests that do not bring one
   */
  Callers(BiFunction<String, @Nullable String, Caller> making, String otherwise) {
    this.making = making;
    this.otherwise = otherwise;
  }

  Caller of(McpAsyncServerExchange exchange) {
    String principal = RequestContext.of(exchange).principal();
    McpSchema.Implementation client = exchange.getClientInfo();
    String name = client == null ? null : client.name() + " " + client.version();
    return making.apply(principal == null ? otherwise : principal, name);
  }
}
