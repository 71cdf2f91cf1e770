package dev.escarole.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.live.LiveOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who sends more than is taken hears why, although the server has answered long before. */
@Timeout(300)
class TooLargeTest {

  private static final byte[] PIECE = new byte[1 << 16];
  private static final long TOO_MUCH = Intake.MOST_BYTES + (40 << 20);

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-05-01T10:00:00Z"));
  private Engine engine;
  private WebServer server;

  @BeforeEach
  void start() {
    engine = Engine.open(EngineOptions.inMemory());
    InstantSource clock = now::get;
    ServerOptions options =
        new ServerOptions(
            ServerOptions.LOOPBACK,
            0,
            List.of(),
            Entrance.OPEN,
            ServerOptions.REQUESTS_PER_SECOND,
            "1",
            clock,
            LiveOptions.DEFAULTS);
    server = WebServer.start(options, new Installation(engine, clock));
  }

  @AfterEach
  void stop() {
    assertThat(engine.records().runs(RunQuery.latest(9))).isEmpty();
    server.close();
    engine.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(120_000);
    return socket;
  }

  private static void head(OutputStream out, String path, String length) throws IOException {
    String head =
        "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n%s\r\n\r\n";
    out.write(head.formatted(path, length).getBytes(StandardCharsets.US_ASCII));
  }

  private static void pieces(OutputStream out, long bytes) throws IOException {
    for (long sent = 0; sent < bytes; sent += PIECE.length) {
      out.write(PIECE);
    }
  }

  /**
   * The minute begins when the answer is away, which is not known here: so each piece takes one.
   */
  private void slowPieces(OutputStream out, long bytes) throws IOException {
    for (long sent = 0; sent < bytes; sent += PIECE.length) {
      now.updateAndGet(before -> before.plus(LingeringClose.LONGEST).plus(Duration.ofSeconds(1)));
      out.write(PIECE);
    }
  }

  private static void chunks(OutputStream out, long bytes) throws IOException {
    for (long sent = 0; sent < bytes; sent += PIECE.length) {
      out.write("10000\r\n".getBytes(StandardCharsets.US_ASCII));
      out.write(PIECE);
      out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static String answer(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void who_sends_all_before_listening_hears_that_it_is_too_large() throws IOException {
    try (Socket socket = connect()) {
      head(socket.getOutputStream(), "/api/v1/runs", "Content-Length: " + TOO_MUCH);
      pieces(socket.getOutputStream(), TOO_MUCH);
      assertThat(answer(socket)).startsWith("HTTP/1.1 413").contains("too-large");
    }
  }

  @Test
  void a_body_of_unknown_length_is_heard_out_too() throws IOException {
    try (Socket socket = connect()) {
      head(socket.getOutputStream(), "/api/v1/runs", "Transfer-Encoding: chunked");
      chunks(socket.getOutputStream(), TOO_MUCH);
      socket.getOutputStream().write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(answer(socket)).startsWith("HTTP/1.1 413").contains("too-large");
    }
  }

  @Test
  void another_refusal_is_heard_as_well_by_who_sends_little_more() throws IOException {
    try (Socket socket = connect()) {
      head(socket.getOutputStream(), "/nowhere", "Content-Length: " + PIECE.length);
      pieces(socket.getOutputStream(), PIECE.length);
      assertThat(answer(socket)).startsWith("HTTP/1.1 404");
    }
  }

  @Test
  void of_a_body_that_nobody_asked_for_little_is_taken() throws IOException {
    try (Socket socket = connect()) {
      head(socket.getOutputStream(), "/nowhere", "Content-Length: " + (64 << 20));
      assertThatThrownBy(() -> pieces(socket.getOutputStream(), 64 << 20))
          .isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_client_of_the_usual_kind_gets_the_answer(boolean known) throws Exception {
    HttpRequest.BodyPublisher body = BodyPublishers.ofInputStream(TooLargeTest::zeros);
    HttpRequest request =
        HttpRequest.newBuilder(server.address().resolve("/api/v1/runs"))
            .header("Content-Type", "application/json")
            .POST(known ? BodyPublishers.fromPublisher(body, TOO_MUCH) : body)
            .build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("too-large");
  }

  private static InputStream zeros() {
    return new InputStream() {
      private long left = TOO_MUCH;

      @Override
      public int read() {
        return left-- > 0 ? 0 : -1;
      }

      @Override
      public int read(byte[] into, int from, int length) {
        int given = (int) Math.min(length, left);
        left -= given;
        return given == 0 ? -1 : given;
      }
    };
  }

  @Test
  void who_never_ends_is_not_heard_for_ever() throws IOException {
    try (Socket socket = connect()) {
      head(socket.getOutputStream(), "/api/v1/runs", "Transfer-Encoding: chunked");
      long most = Intake.MOST_BYTES + LingeringClose.MOST_BYTES_OF_ADMITTED;
      assertThatThrownBy(() -> chunks(socket.getOutputStream(), 2 * most))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void who_dawdles_is_heard_for_seconds() throws IOException {
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      head(out, "/api/v1/runs", "Content-Length: " + TOO_MUCH);
      pieces(out, 1 << 20);
      assertThat(answer(socket)).startsWith("HTTP/1.1 413").contains("too-large");
      assertThatThrownBy(() -> slowPieces(out, TOO_MUCH - (1 << 20)))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void who_is_refused_and_says_no_more_takes_no_thread_from_others() throws IOException {
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 300; i++) {
        Socket socket = connect();
        silent.add(socket);
        head(socket.getOutputStream(), "/api/v1/runs", "Content-Length: " + TOO_MUCH);
        pieces(socket.getOutputStream(), 5L * PIECE.length);
      }
      for (Socket each : silent) {
        assertThat(answer(each)).startsWith("HTTP/1.1 413");
      }
      try (Socket other = connect()) {
        String health = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        other.getOutputStream().write(health.getBytes(StandardCharsets.US_ASCII));
        assertThat(answer(other)).startsWith("HTTP/1.1 200");
      }
    } finally {
      for (Socket each : silent) {
        each.close();
      }
    }
  }

  @Test
  void a_connection_stays_when_the_body_was_taken() throws IOException {
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      head(out, "/api/v1/runs", "Content-Length: " + PIECE.length);
      out.write(PIECE);
      out.write(
          "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));
      assertThat(answer(socket)).startsWith("HTTP/1.1 400").contains("HTTP/1.1 200");
    }
  }
}
