package dev.escarole.web.app.remote;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connections that are waiting for an answer or reading one. Thread-safe. */
final class OpenConnections {

  private static final Logger LOG = LoggerFactory.getLogger(OpenConnections.class);

  /** Guarded by this. */
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
