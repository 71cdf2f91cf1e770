package dev.escarole.samples.bench.load;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A connection to a server that is kept for one request after the other. It does as little as it
 * can, so that a processor of its own is enough for it. For one thread.
 */
final class Connection implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;
  private final URI server;
  private final String token;

  /**
   * @param token empty if the server asks for none
   */
  Connection(URI server, String token) throws IOException {
    this.server = server;
    this.token = token;
    this.socket = new Socket(server.getHost(), server.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    this.in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
  }

  /**
   * An answer.
   *
   * @param headers by their names in lower case
   * @param size bytes of the body
   */
  record Answer(int status, Map<String, String> headers, String text, int size) {
    Answer {
      headers = Map.copyOf(headers);
    }
  }

  /** The bytes of a request that can be sent again and again. */
  byte[] request(String method, String path, String known, String body) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "%s /api/v1%s HTTP/1.1\r\nHost: %s:%d\r\n"
            .formatted(method, path, server.getHost(), server.getPort());
    if (!token.isEmpty()) {
      head += "Authorization: Bearer " + token + "\r\n";
    }
    if (!known.isEmpty()) {
      head += "If-None-Match: " + known + "\r\n";
    }
    if (content.length > 0) {
      head += "Content-Type: application/json\r\nContent-Length: " + content.length + "\r\n";
    }
    return (head + "\r\n" + body).getBytes(StandardCharsets.UTF_8);
  }

  Answer send(byte[] request) throws IOException {
    socket.getOutputStream().write(request);
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    Map<String, String> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    byte[] body = body(status, headers);
    return new Answer(status, headers, new String(body, StandardCharsets.UTF_8), body.length);
  }

  private byte[] body(int status, Map<String, String> headers) throws IOException {
    if (status == 304) {
      return new byte[0];
    }
    if (!"chunked".equals(headers.get("transfer-encoding"))) {
      return exactly(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    }
    StringBuilder all = new StringBuilder();
    for (int size = chunk(); size > 0; size = chunk()) {
      all.append(new String(exactly(size), StandardCharsets.ISO_8859_1));
      line();
    }
    line();
    return all.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private int chunk() throws IOException {
    return Integer.parseInt(line().strip(), 16);
  }

  private byte[] exactly(int size) throws IOException {
    byte[] bytes = in.readNBytes(size);
    if (bytes.length < size) {
      throw new EOFException("the server ended the connection within an answer");
    }
    return bytes;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the server ended the connection");
      }
      line.append((char) next);
    }
    return line.toString().stripTrailing();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
