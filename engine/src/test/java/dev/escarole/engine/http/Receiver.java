package dev.escarole.engine.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.SSLContext;

/** A real HTTP server on loopback that answers as a test wants, and keeps what it was sent. */
public final class Receiver implements AutoCloseable {

  /** What it was sent. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Sent(String head, byte[] body) {

    /** The body as text. */
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    /** The value of a header; empty without it. */
    public String field(String name) {
      return head.lines()
          .filter(
              line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst()
          .orElse("");
    }
  }

  /** How it answers. */
  public interface Answer {
    /** Answers one request. */
    void to(Socket socket, OutputStream out) throws Exception;
  }

  private final ServerSocket server;
  private final Thread acceptor;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final BlockingQueue<Sent> queue = new LinkedBlockingQueue<>();

  /** All that was sent so far, in order. */
  public final List<Sent> sent = new CopyOnWriteArrayList<>();

  /** How it answers the next request. */
  public volatile Answer answer = status(200);

  /** Listens on a free port of loopback. */
  public Receiver() throws IOException {
    this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
  }

  /** Listens on a free port of loopback for connections over TLS. */
  public Receiver(SSLContext keys) throws IOException {
    this(keys.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress()));
  }

  private Receiver(ServerSocket server) {
    this.server = server;
    this.acceptor = thread(this::accept);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "receiver");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** An answer without a body. */
  public static Answer status(int code, String... fields) {
    String more = fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
    return raw("HTTP/1.1 " + code + " Word\r\n" + more + "Content-Length: 0\r\n\r\n");
  }

  /** An answer of these bytes. */
  public static Answer raw(String text) {
    return (socket, out) -> out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** An answer with a body. */
  public static Answer text(String body, String... fields) {
    String more = fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
    return raw(
        "HTTP/1.1 200 OK\r\n" + more + "Content-Length: " + body.length() + "\r\n\r\n" + body);
  }

  /** Begins an answer and never ends it. */
  public static Answer endless(String drop) {
    return (socket, out) -> {
      while (!socket.isClosed()) {
        out.write(drop.getBytes(StandardCharsets.US_ASCII));
        out.flush();
      }
    };
  }

  /** Says nothing until the sender goes away. */
  public static Answer silence() {
    return (socket, out) -> {
      while (socket.getInputStream().read() >= 0) {
        Thread.onSpinWait();
      }
    };
  }

  /** Its port. */
  public int port() {
    return server.getLocalPort();
  }

  /** The URL of a path. */
  public String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  /** Waits for the next message. */
  public Sent next() throws InterruptedException {
    return queue.take();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        Thread unused = thread(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          return;
        }
        head.append((char) next);
      }
      Sent bare = new Sent(head.toString(), new byte[0]);
      String length = bare.field("Content-Length");
      byte[] body = in.readNBytes(length.isEmpty() ? 0 : Integer.parseInt(length));
      Sent whole = new Sent(head.toString(), body);
      Answer how = answer;
      sent.add(whole);
      queue.add(whole);
      how.to(socket, socket.getOutputStream());
      socket.getOutputStream().flush();
    } catch (Exception e) {
      // The sender has gone away, which some tests want.
      open.remove(socket);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket each : open) {
      each.close();
    }
    try {
      // Until it has noticed, the port still takes connections.
      acceptor.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
