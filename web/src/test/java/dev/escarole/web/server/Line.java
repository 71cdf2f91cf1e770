package dev.escarole.web.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The line to a database server, which can be cut and mended. */
final class Line implements AutoCloseable {

  private final int target;
  private final int port;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile ServerSocket door;

  Line(int target) throws IOException {
    this.target = target;
    this.door = open(0);
    this.port = door.getLocalPort();
  }

  int port() {
    return port;
  }

  private ServerSocket open(int wanted) throws IOException {
    ServerSocket opened = new ServerSocket();
    opened.setReuseAddress(true);
    opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted));
    start(() -> accept(opened));
    return opened;
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "line");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept(ServerSocket opened) {
    try {
      while (true) {
        Socket near = opened.accept();
        sockets.add(near);
        Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(far);
        start(() -> pass(near, far));
        start(() -> pass(far, near));
      }
    } catch (IOException e) {
      // Cut.
    }
  }

  private static void pass(Socket from, Socket to) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException e) {
      // Cut.
    }
  }

  /** Ends all connections, and lets nobody make new ones. */
  void cut() {
    try {
      door.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void mend() throws IOException {
    door = open(port);
  }

  @Override
  public void close() {
    cut();
  }
}
