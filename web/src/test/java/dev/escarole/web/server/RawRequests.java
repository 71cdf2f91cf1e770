package dev.escarole.web.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Sends what no client library would, over sockets that it closes in the end. */
final class RawRequests implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 30_000;

  private final int port;
  private final List<Socket> sockets = new ArrayList<>();

  RawRequests(int port) {
    this.port = port;
  }

  Socket open() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    sockets.add(socket);
    return socket;
  }

  /** A connection that takes hardly anything of an answer before somebody reads it. */
  Socket openNarrow() throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.setReceiveBufferSize(1);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return socket;
  }

  /** Sends these bytes and keeps the connection open. */
  Socket begin(String bytes) throws IOException {
    Socket socket = open();
    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    return socket;
  }

  /** Sends these bytes and gives what is answered until the server ends the connection. */
  String say(String bytes) throws IOException {
    return hear(begin(bytes));
  }

  /** What is answered until the server ends the connection, by closing or resetting it. */
  static String hear(Socket socket) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] piece = new byte[8192];
    try {
      for (int n = socket.getInputStream().read(piece); n > 0; ) {
        all.write(piece, 0, n);
        n = socket.getInputStream().read(piece);
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the server neither answers nor closes", e);
    } catch (IOException e) {
      // Reset: what was answered before that has come.
    }
    return all.toString(StandardCharsets.UTF_8);
  }

  /** A request for a page or a document, after which the server closes. */
  static String get(String path, String token) {
    return "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n"
        .formatted(path, authorization(token));
  }

  /** The head of a request with a body of this length. */
  static String post(String path, String token, long length, String... headers) {
    return "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n%s%s\r\n"
        .formatted(
            path,
            length,
            authorization(token),
            headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n");
  }

  private static String authorization(String token) {
    return token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n";
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
