package dev.escarole.web.agent.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerTransport;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The transport of a session that passes everything on to another, and so sends nothing itself. */
enum NoTransport implements McpServerTransport {
  INSTANCE;

  @Override
  public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
    return Mono.error(new IllegalStateException("BUG: sends through a session that has no end"));
  }

  @Override
  public <T> T unmarshalFrom(@Nullable Object data, TypeRef<T> type) {
    throw new IllegalStateException("BUG: reads through a session that has no end");
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }
}
