package dev.escarole.web.agent.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerTransport;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Hands one message on at a time: of two at once the library's transport would lose one. */
final class OneAtATime implements McpServerTransport {

  private final McpServerTransport transport;
  private final Object sending = new Object();

  OneAtATime(McpServerTransport transport) {
    this.transport = transport;
  }

  @Override
  public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
    return Mono.fromRunnable(
        () -> {
          synchronized (sending) {
            transport.sendMessage(message).block();
          }
        });
  }

  @Override
  public <T> T unmarshalFrom(@Nullable Object data, TypeRef<T> type) {
    return transport.unmarshalFrom(data, type);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return transport.closeGracefully();
  }

  @Override
  public void close() {
    transport.close();
  }

  @Override
  public List<String> protocolVersions() {
    return transport.protocolVersions();
  }
}
