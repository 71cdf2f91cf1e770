package dev.escarole.web.app.remote;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * To a server of this machine through a Unix domain socket, whose place in the file system says who
 * may use it. Each request has a connection of its own: nothing has to be kept or started, and to
 * connect costs some microseconds.
 */
final class SocketTransport implements Transport {

  private final Path socket;

  /** What every request bears. */
  private final Map<String, String> headers;

  private final OpenConnections connections;

  SocketTransport(Path socket) {
    this(socket, Map.of(), new OpenConnections());
  }

  private SocketTransport(Path socket, Map<String, String> headers, OpenConnections connections) {
    this.socket = socket;
    this.headers = Map.copyOf(headers);
    this.connections = connections;
  }

  /** The same with headers that every request bears; both are closed together. */
  SocketTransport with(Map<String, String> more) {
    return new SocketTransport(socket, more, connections);
  }

  /** Cuts off every request, also those that come later. */
  void close() {
    connections.close();
  }

  /** Whoever takes the place of a process that is gone is at another socket. */
  @Override
  public boolean mayComeBack() {
    return false;
  }

  @Override
  public String inWords() {
    return socket.toString();
  }

  @Override
  public Answer send(Request asked) throws IOException {
    SocketChannel channel = connections.open();
    Answer answer = null;
    try {
      connect(channel);
      write(channel, head(asked));
      write(channel, asked.body());
      answer = new SocketAnswer(channel, connections).answer(asked.method().equals("HEAD"));
      return answer;
    } finally {
      if (answer == null) {
        connections.close(channel);
      }
    }
  }

  private void connect(SocketChannel channel) throws IOException {
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (IOException e) {
      ConnectException unreachable = new ConnectException(String.valueOf(e.getMessage()));
      unreachable.initCause(e);
      throw unreachable;
    }
  }

  private static void write(SocketChannel channel, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  private byte[] head(Request asked) {
    StringBuilder head = new StringBuilder(256);
    head.append(asked.method()).append(' ').append(asked.path()).append(" HTTP/1.1\r\n");
    field(head, "Host", "localhost");
    field(head, "Connection", "close");
    headers.forEach((name, value) -> field(head, name, value));
    asked.headers().forEach((name, value) -> field(head, name, value));
    if (asked.body().length > 0 || !asked.method().equals("GET")) {
      field(head, "Content-Length", "" + asked.body().length);
    }
    return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void field(StringBuilder head, String name, String value) {
    if (value.indexOf('\r') >= 0 || value.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("a header cannot hold the end of a line: " + name);
    }
    head.append(name).append(": ").append(value).append("\r\n");
  }

  /** Connections that are waiting for an answer or reading one. Thread-safe. */
  static final class OpenConnections {

    private static final Logger LOG = LoggerFactory.getLogger(OpenConnections.class);

    private final Set<SocketChannel> open = new HashSet<>();

    private boolean closed;

    /**
     * A connection that leads nowhere yet.
     *
     * @throws ConnectException once these are closed
     */
    synchronized SocketChannel open() throws IOException {
      if (closed) {
        throw new ConnectException("the process at the other end is gone");
      }
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      open.add(channel);
      return channel;
    }

    void close(SocketChannel channel) throws IOException {
      synchronized (this) {
        open.remove(channel);
      }
      channel.close();
    }

    /** Closes them all; whoever waits for an answer is told that it broke off. */
    synchronized void close() {
      closed = true;
      for (SocketChannel channel : open) {
        try {
          channel.close();
        } catch (IOException e) {
          LOG.debug("A connection does not close", e);
        }
      }
      open.clear();
    }
  }
}
