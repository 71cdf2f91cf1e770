package dev.escarole.web.agent.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** A session that tells handlers the id of their request, and hears of cancelled ones. */
final class StdioSession extends McpServerSession {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final InFlight inFlight;
  private final Runnable onClose;

  /**
   * @param onClose is called when the client has gone
   */
  StdioSession(McpServerTransport transport, Methods methods, InFlight inFlight, Runnable onClose) {
    super(
        UUID.randomUUID().toString(),
        PATIENCE,
        transport,
        hello -> methods.initialize(hello, transport.protocolVersions()),
        methods.requests(),
        Methods.notifications());
    this.inFlight = inFlight;
    this.onClose = onClose;
  }

  @Override
  public Mono<Void> handle(McpSchema.JSONRPCMessage message) {
    if (message instanceof McpSchema.JSONRPCNotification notification
        && notification.method().equals(Envelope.CANCELLED)) {
      return Mono.fromRunnable(() -> cancel(notification.params()));
    }
    if (message instanceof McpSchema.JSONRPCRequest request) {
      McpTransportContext context = new Envelope(request.id(), null).context();
      return super.handle(message).contextWrite(c -> c.put(McpTransportContext.KEY, context));
    }
    return super.handle(message);
  }

  private void cancel(@Nullable Object params) {
    if (params instanceof Map<?, ?> map && map.get(Envelope.REQUEST_ID) != null) {
      inFlight.cancel(new InFlight.Key(getId(), map.get(Envelope.REQUEST_ID)));
    }
  }

  @Override
  public void close() {
    super.close();
    onClose.run();
  }
}
