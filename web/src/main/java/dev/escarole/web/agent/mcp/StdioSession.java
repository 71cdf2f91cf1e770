package dev.escarole.web.agent.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A session that tells handlers the id of their request, and hears of cancelled ones. The library
 * has sessions made by its own factory, so this one passes everything on to such a one.
 */
final class StdioSession extends McpServerSession {

  private final McpServerSession session;
  private final InFlight inFlight;
  private final Runnable onClose;

  /**
   * @param onClose is called when the client has gone
   */
  StdioSession(McpServerSession session, InFlight inFlight, Runnable onClose) {
    super(
        session.getId(),
        Duration.ofMinutes(1),
        NoTransport.INSTANCE,
        request -> Mono.empty(),
        Map.of(),
        Map.of());
    this.session = session;
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
      return session.handle(message).contextWrite(c -> c.put(McpTransportContext.KEY, context));
    }
    return session.handle(message);
  }

  private void cancel(@Nullable Object params) {
    if (params instanceof Map<?, ?> map && map.get(Envelope.REQUEST_ID) != null) {
      inFlight.cancel(new InFlight.Key(getId(), map.get(Envelope.REQUEST_ID)));
    }
  }

  @Override
  public String getId() {
    return session.getId();
  }

  @Override
  public void init(McpSchema.ClientCapabilities capabilities, McpSchema.Implementation clientInfo) {
    session.init(capabilities, clientInfo);
  }

  @Override
  public void setMinLoggingLevel(McpSchema.LoggingLevel level) {
    session.setMinLoggingLevel(level);
  }

  @Override
  public boolean isNotificationForLevelAllowed(McpSchema.LoggingLevel level) {
    return session.isNotificationForLevelAllowed(level);
  }

  @Override
  public <T> Mono<T> sendRequest(String method, @Nullable Object params, TypeRef<T> type) {
    return session.sendRequest(method, params, type);
  }

  @Override
  public Mono<Void> sendNotification(String method, @Nullable Object params) {
    return session.sendNotification(method, params);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return session.closeGracefully();
  }

  @Override
  public void close() {
    session.close();
    onClose.run();
  }
}
