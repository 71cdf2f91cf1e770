package dev.escarole.web.app;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets a server that listens at a port be reached through a Unix domain socket, too. */
final class SocketDoor implements AutoCloseable {

  private final ServerSocketChannel door;
  private final InetSocketAddress behind;
  private final Queue<SocketChannel> open = new ConcurrentLinkedQueue<>();

  /** Of events, whose beginning has come through. */
  final AtomicInteger streams = new AtomicInteger();

  SocketDoor(Path socket, int port) throws IOException {
    this.behind = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    this.door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    door.bind(UnixDomainSocketAddress.of(socket));
    start(
        () -> {
          while (true) {
            enter(door.accept());
          }
        });
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // One of the two has hung up.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void enter(SocketChannel guest) throws IOException {
    SocketChannel server = SocketChannel.open(behind);
    open.add(guest);
    open.add(server);
    start(() -> copy(guest, server));
    start(() -> copy(server, guest));
  }

  private void copy(SocketChannel from, SocketChannel to) throws IOException {
    // Not as streams: those of one channel wait for each other.
    try (to) {
      ByteBuffer piece = ByteBuffer.allocate(1 << 14);
      while (from.read(piece.clear()) >= 0) {
        piece.flip();
        String head = StandardCharsets.ISO_8859_1.decode(piece.duplicate()).toString();
        while (piece.hasRemaining()) {
          to.write(piece);
        }
        if (head.startsWith("HTTP/1.1 200") && head.contains("text/event-stream")) {
          streams.incrementAndGet();
        }
      }
    }
  }

  /** Breaks off all connections that there are. */
  void breakOff() throws IOException {
    for (SocketChannel each = open.poll(); each != null; each = open.poll()) {
      each.close();
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
    breakOff();
  }
}
