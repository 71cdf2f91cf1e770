package dev.escarole.web.agent.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Serves one client over standard input and output. The library's transport ends at the first
 * malformed line; this one answers it and continues. Used once.
 */
final class StdioServer {

  private static final Logger LOG = LoggerFactory.getLogger(StdioServer.class);

  /** The same limit as over HTTP. */
  private static final int LONGEST_LINE = 1 << 18;

  /** How long to wait for pending answers after the client has closed its end. */
  private static final long DRAIN_SECONDS = 5;

  private final StdioTransport transport;
  private final InputStream in;
  private final JsonRpcReader reader = new JsonRpcReader();
  private final CountDownLatch over = new CountDownLatch(1);

  StdioServer(McpJsonMapper mapper, InputStream in, OutputStream out) {
    this.transport = new StdioTransport(mapper, out);
    this.in = new BufferedInputStream(in);
  }

  /**
   * Serves the client until it has closed its end.
   *
   * @param answerable waits until requests can be answered
   * @throws InterruptedException if this thread is interrupted
   */
  void serve(Methods methods, InFlight inFlight, Runnable answerable) throws InterruptedException {
    StdioSession session = new StdioSession(transport, methods, inFlight);
    // Reading cannot be interrupted, so a separate thread does it.
    Thread reading = new Thread(() -> readAll(session), "escarole-mcp-in");
    reading.setDaemon(true);
    reading.start();
    over.await();
    answerable.run();
    session.drain(DRAIN_SECONDS, TimeUnit.SECONDS);
  }

  private void readAll(StdioSession session) {
    try {
      for (Line line = next(); line != null; line = next()) {
        take(session, line);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("The client has disconnected", e);
    } finally {
      over.countDown();
    }
  }

  private void take(StdioSession session, Line line) {
    JsonRpcReader.Reading reading =
        line.whole()
            ? reader.read(line.bytes())
            : new JsonRpcReader.ErrorAnswer(
                null,
                McpSchema.ErrorCodes.INVALID_REQUEST,
                "A message may have %d bytes".formatted(LONGEST_LINE));
    if (reading instanceof JsonRpcReader.Sound sound) {
      session.take(sound.message());
    } else if (reading instanceof JsonRpcReader.ErrorAnswer refusal) {
      transport.write(refusal.json());
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Line(byte[] bytes, boolean whole) {}

  /** Reads the next line, truncated at the limit; null at the end of input. */
  private @Nullable Line next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean whole = true;
    int next = in.read();
    if (next < 0) {
      return null;
    }
    while (next >= 0 && next != '\n') {
      if (line.size() < LONGEST_LINE) {
        line.write(next);
      } else {
        whole = false;
      }
      next = in.read();
    }
    return new Line(line.toByteArray(), whole);
  }

  /** Writes messages to a client on standard output, one per line. Thread-safe. */
  static final class StdioTransport implements McpServerTransport {
    private static final List<String> VERSIONS =
        List.of(
            ProtocolVersions.MCP_2024_11_05,
            ProtocolVersions.MCP_2025_03_26,
            ProtocolVersions.MCP_2025_06_18,
            ProtocolVersions.MCP_2025_11_25);

    private final McpJsonMapper mapper;
    private final OutputStream out;

    StdioTransport(McpJsonMapper mapper, OutputStream out) {
      this.mapper = mapper;
      this.out = out;
    }

    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
      return Mono.fromRunnable(() -> write(text(message)));
    }

    private String text(McpSchema.JSONRPCMessage message) {
      try {
        return mapper.writeValueAsString(message);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Writes one line; compact JSON contains no line breaks. */
    void write(String line) {
      byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
      synchronized (out) {
        try {
          out.write(bytes);
          out.flush();
        } catch (IOException e) {
          throw new UncheckedIOException("the client has stopped reading", e);
        }
      }
    }

    @Override
    public <T> T unmarshalFrom(@Nullable Object data, TypeRef<T> type) {
      return mapper.convertValue(data, type);
    }

    @Override
    public List<String> protocolVersions() {
      return VERSIONS;
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }
  }
}
