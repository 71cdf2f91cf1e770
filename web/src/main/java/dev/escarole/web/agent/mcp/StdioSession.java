package dev.escarole.web.agent.mcp;

import dev.escarole.web.agent.mcp.JsonRpcReader.ErrorAnswer;
import dev.escarole.web.agent.mcp.StdioServer.StdioTransport;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * A session that passes request ids to handlers, supports cancellation, and requires 'initialize'
 * first. In the library, a request before that waits forever. Messages come from one thread;
 * answers may come from many.
 */
final class StdioSession extends McpServerSession {

  private static final Logger LOG = LoggerFactory.getLogger(StdioSession.class);

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final StdioTransport transport;
  private final InFlight inFlight;

  /** Confined to the reading thread. */
  private boolean greeted;

  private boolean initialized;

  /** Messages that are being handled; guarded by this. */
  private int pending;

  StdioSession(StdioTransport transport, Methods methods, InFlight inFlight) {
    super(
        UUID.randomUUID().toString(),
        PATIENCE,
        transport,
        hello -> methods.initialize(hello, transport.protocolVersions()),
        methods.requests(),
        Methods.notifications());
    this.transport = transport;
    this.inFlight = inFlight;
  }

  /** Starts to handle a message; never throws because of its contents. */
  void take(McpSchema.JSONRPCMessage message) {
    if (message instanceof McpSchema.JSONRPCRequest request) {
      take(request);
    } else if (message instanceof McpSchema.JSONRPCNotification notification) {
      take(notification);
    }
  }

  private void take(McpSchema.JSONRPCRequest request) {
    boolean hello = request.method().equals(McpSchema.METHOD_INITIALIZE);
    if (request.method().equals(McpSchema.METHOD_PING)) {
      begin(transport.sendMessage(McpSchema.JSONRPCResponse.result(request.id(), Map.of())));
    } else if (hello == greeted) {
      String why = hello ? "This session is initialized already" : "Send 'initialize' first";
      transport.write(
          new ErrorAnswer(request.id(), McpSchema.ErrorCodes.INVALID_REQUEST, why).json());
    } else {
      if (!hello) {
        initialized();
      }
      greeted = true;
      McpTransportContext context = new RequestContext(request.id(), null).context();
      begin(handle(request).contextWrite(c -> c.put(McpTransportContext.KEY, context)));
    }
  }

  private void take(McpSchema.JSONRPCNotification notification) {
    if (notification.method().equals(RequestContext.CANCELLED)) {
      inFlight.cancel(getId(), notification.params());
    } else if (greeted && notification.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED)) {
      initialized();
    }
  }

  /** The first request implies readiness, for clients that do not send 'initialized'. */
  private void initialized() {
    if (!initialized) {
      initialized = true;
      begin(handle(new McpSchema.JSONRPCNotification(McpSchema.METHOD_NOTIFICATION_INITIALIZED)));
    }
  }

  private void begin(Mono<Void> handling) {
    count(1);
    handling
        .doFinally(end -> count(-1))
        .subscribe(nothing -> {}, error -> LOG.debug("A message could not be answered", error));
  }

  private synchronized void count(int change) {
    pending += change;
    notifyAll();
  }

  /**
   * Waits until everything is answered, or for the timeout.
   *
   * @throws InterruptedException if this thread is interrupted
   */
  synchronized void drain(long most, TimeUnit unit) throws InterruptedException {
    long end = System.nanoTime() + unit.toNanos(most);
    for (long left = end - System.nanoTime(); pending > 0 && left > 0; ) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = end - System.nanoTime();
    }
  }
}
