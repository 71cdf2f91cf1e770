package dev.escarole.web.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads server-sent events over a socket of its own, only as fast as it is asked to. */
final class EventReader implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Socket socket;
  private final InputStream in;
  private final int status;
  private final List<String> headers = new ArrayList<>();
  private final StringBuilder chunk = new StringBuilder();
  private boolean withinChunks;
  private boolean over;

  /** One event. */
  record Event(String name, String id, JsonNode data) {
    long seq() {
      return data.get("seq").asLong();
    }
  }

  private EventReader(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.status = Integer.parseInt(line().substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
    for (String line = line(); !line.isEmpty(); line = line()) {
      headers.add(line);
    }
  }

  static EventReader open(int port, String path, @Nullable String lastId) throws IOException {
    return open(port, path, lastId, 1 << 16);
  }

  /**
   * @param buffer bytes that the system keeps for a reader that does not read
   */
  static EventReader open(int port, String path, @Nullable String lastId, int buffer)
      throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(buffer);
    socket.setSoTimeout(180_000);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    String last = lastId == null ? "" : "Last-Event-ID: " + lastId + "\r\n";
    String request =
        "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n%s\r\n"
            .formatted(path, last);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return new EventReader(socket);
  }

  int status() {
    return status;
  }

  String header(String name) {
    return headers.stream()
        .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("");
  }

  /** The answer's body, of an answer that is no stream. */
  String body() throws IOException {
    int length = Integer.parseInt(header("content-length"));
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the connection ended within a line");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  /** The next block up to an empty line, comments too; null at the end of the stream. */
  @Nullable String block() throws IOException {
    if (status != 200) {
      throw new IOException("no stream but status " + status + ": " + body());
    }
    while (!over) {
      int end = chunk.indexOf("\n\n");
      if (end >= 0) {
        String block = chunk.substring(0, end);
        chunk.delete(0, end + 2);
        return block;
      }
      readChunk();
    }
    return null;
  }

  private void readChunk() throws IOException {
    int length;
    try {
      if (withinChunks) {
        // The line that ends a chunk comes with the next one: its event must not wait for that.
        line();
      }
      length = Integer.parseInt(line(), 16);
    } catch (IOException e) {
      // The server has gone away without an end.
      over = true;
      return;
    }
    if (length == 0) {
      over = true;
      return;
    }
    chunk.append(new String(in.readNBytes(length), StandardCharsets.UTF_8));
    withinChunks = true;
  }

  /** The next event; there has to be one. */
  Event next() {
    Event event = poll();
    if (event == null) {
      throw new AssertionError("the stream has ended");
    }
    return event;
  }

  private @Nullable Event poll() {
    try {
      for (String block = block(); block != null; block = block()) {
        if (block.startsWith("event: ")) {
          return event(block);
        }
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Event event(String block) throws IOException {
    List<String> lines = block.lines().toList();
    return new Event(
        lines.get(0).substring("event: ".length()),
        lines.get(1).substring("id: ".length()),
        JSON.readTree(lines.get(2).substring("data: ".length())));
  }

  /** Reads up to the first event that fits, which is the last of those returned. */
  List<Event> upTo(Predicate<Event> wanted) {
    List<Event> events = new ArrayList<>();
    for (Event event = poll(); event != null; event = poll()) {
      events.add(event);
      if (wanted.test(event)) {
        return events;
      }
    }
    throw new AssertionError("the stream ended before what was waited for; it had " + events);
  }

  /** Reads to the end of the stream. */
  List<Event> rest() {
    List<Event> events = new ArrayList<>();
    for (Event event = poll(); event != null; event = poll()) {
      events.add(event);
    }
    return events;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
