package dev.escarole.web.agent.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One client at standard input and output. Adds to the library's transport what it lacks: word of
 * cancelled requests, answers that are ready at the same moment, and word of the end of input.
 */
final class StdioTransport implements McpServerTransportProvider {

  private final StdioServerTransportProvider provider;
  private final InFlight inFlight;
  private final CountDownLatch over = new CountDownLatch(1);

  StdioTransport(McpJsonMapper mapper, InputStream in, OutputStream out, InFlight inFlight) {
    this.provider = new StdioServerTransportProvider(mapper, in, out);
    this.inFlight = inFlight;
  }

  @Override
  public void setSessionFactory(McpServerSession.Factory factory) {
    provider.setSessionFactory(
        transport ->
            new StdioSession(factory.create(new OneAtATime(transport)), inFlight, over::countDown));
  }

  /** Waits until the client has closed its end. */
  void awaitEnd() throws InterruptedException {
    over.await();
  }

  @Override
  public Mono<Void> notifyClients(String method, @Nullable Object params) {
    return provider.notifyClients(method, params);
  }

  @Override
  public Mono<Void> notifyClient(String session, String method, @Nullable Object params) {
    return provider.notifyClient(session, method, params);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return provider.closeGracefully();
  }

  @Override
  public List<String> protocolVersions() {
    return provider.protocolVersions();
  }
}
