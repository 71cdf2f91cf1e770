package dev.escarole.web.agent.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;

/**
 * One client at standard input and output. Adds to the library's transport what it lacks: word of
 * cancelled requests, answers that are ready at the same moment, and word of the end of input.
 */
final class StdioTransport {

  private final StdioServerTransportProvider provider;
  private final CountDownLatch over = new CountDownLatch(1);

  StdioTransport(McpJsonMapper mapper, InputStream in, OutputStream out) {
    this.provider = new StdioServerTransportProvider(mapper, in, out);
  }

  /** Serves the client until it has closed its end. */
  void serve(Methods methods, InFlight inFlight) throws InterruptedException {
    provider.setSessionFactory(
        transport ->
            new StdioSession(new OneAtATime(transport), methods, inFlight, over::countDown));
    try {
      over.await();
    } finally {
      provider.close();
    }
  }
}
