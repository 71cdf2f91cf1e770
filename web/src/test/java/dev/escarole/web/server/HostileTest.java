package dev.escarole.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.web.app.local.Installation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that no friendly program sends are refused; nothing runs, and the server lives on. */
@Timeout(120)
class HostileTest {

  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})");
  private static final String OWN = "Host: localhost\r\nConnection: close\r\n";
  private static final int PATIENCE_MILLIS = 60_000;

  private static Engine engine;
  private static WebServer server;

  @BeforeAll
  static void start() {
    engine = Engine.open(EngineOptions.inMemory());
    server =
        WebServer.start(
            ServerOptions.local(0, "1"), new Installation(engine, InstantSource.system()));
  }

  @AfterAll
  static void stop() {
    server.close();
    engine.close();
  }

  @AfterEach
  void nothing_was_run_and_the_server_lives() throws IOException {
    assertThat(engine.records().runs(RunQuery.latest(9))).isEmpty();
    assertThat(statuses(say("GET /health HTTP/1.1\r\n" + OWN + "\r\n"))).containsExactly(200);
  }

  private static Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  private static String say(String request) throws IOException {
    return say(request.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends these bytes and hears the server out, until it ends the connection. */
  private static String say(byte[] request) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(request);
      return hear(socket.getInputStream());
    }
  }

  private static String hear(InputStream in) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      in.transferTo(all);
    } catch (IOException e) {
      // It ended the connection before it had read everything.
    }
    return all.toString(StandardCharsets.UTF_8);
  }

  private static List<Integer> statuses(String answer) {
    List<Integer> all = new ArrayList<>();
    Matcher matcher = STATUS.matcher(answer);
    while (matcher.find()) {
      all.add(Integer.parseInt(matcher.group(1)));
    }
    return all;
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\n" + OWN + "\r\n";
  }

  private static byte[] post(String headers, byte[] body) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    String head =
        "POST /api/v1/runs HTTP/1.1\r\n%sContent-Type: application/json\r\n%s\r\n"
            .formatted(OWN, headers);
    all.write(head.getBytes(StandardCharsets.ISO_8859_1));
    all.write(body);
    return all.toByteArray();
  }

  private static int launch(String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    return statuses(say(post("Content-Length: " + body.length + "\r\n", body))).get(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/runs/%2e%2e/system",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/%2e%2e/%2e%2e/pom.xml",
        "//runs",
        "/api/v1//runs",
        "/api/v1/runs;x=1",
        "/api/v1/runs/..;/system",
        "/runs/..%2fsystem",
        "/api/v1/runs/%00",
        "/api/v1/runs/%c0%ae%c0%ae",
        "/runs\\x",
        "/%",
        "*",
        "http://evil.example/api/v1/runs"
      })
  void tricks_with_paths_lead_nowhere(String path) throws IOException {
    assertThat(statuses(say(get(path)))).hasSize(1).first().isIn(400, 404);
  }

  @ParameterizedTest
  @CsvSource({"TRACE, 405", "OPTIONS, 405", "PATCH, 405", "FOO, 405", "HEAD, 200"})
  void methods_that_an_address_does_not_take_are_refused(String method, int status)
      throws IOException {
    String answer = say(method + " /api/v1/runs HTTP/1.1\r\n" + OWN + "X-Own: secret\r\n\r\n");
    assertThat(statuses(answer)).containsExactly(status);
    assertThat(answer).as("nothing is sent back").doesNotContain("secret");
  }

  @ParameterizedTest
  @CsvSource({
    "evil.example:8420, 403",
    "localhost:99999, 400",
    "localhost:1, 200",
    "[::1]:8420, 200",
    "[::1, 400",
    "localhost@evil, 400",
    "127.0.0.1.evil.example, 403"
  })
  void a_host_counts_with_any_port_and_in_ipv6(String host, int status) throws IOException {
    String request = "GET /health HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n";
    assertThat(statuses(say(request.formatted(host)))).containsExactly(status);
  }

  @Test
  void http_1_0_is_answered_if_it_names_the_host() throws IOException {
    assertThat(statuses(say("GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n")))
        .containsExactly(200);
    assertThat(statuses(say("GET /health HTTP/1.0\r\n\r\n"))).containsExactly(403);
    assertThat(statuses(say("GET /health HTTP/1.1\r\nConnection: close\r\n\r\n")))
        .containsExactly(400);
  }

  @Test
  void requests_behind_each_other_are_answered_in_order() throws IOException {
    String one = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";
    String none = "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n";
    assertThat(statuses(say(one + none + one + get("/health"))))
        .containsExactly(200, 404, 200, 200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Authorization", "Origin", "Sec-Fetch-Site", "Content-Type", "Idempotency-Key"})
  void a_header_that_decides_something_must_not_stand_there_twice(String name) throws IOException {
    String twice = "%s: none\r\n%s: http://localhost\r\n".formatted(name, name);
    String answer = say("POST /api/v1/runs/resume HTTP/1.1\r\n" + OWN + twice + "\r\n");
    assertThat(statuses(answer)).containsExactly(400);
    assertThat(answer).contains("repeated-header");
  }

  @Test
  void lengths_that_contradict_each_other_are_refused() throws IOException {
    byte[] body = "{}x".getBytes(StandardCharsets.UTF_8);
    String[] all = {
      "Content-Length: 2\r\nContent-Length: 3\r\n",
      "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
      "Content-Length: -2\r\n",
      "Transfer-Encoding: chunked\r\n"
    };
    for (String headers : all) {
      assertThat(statuses(say(post(headers, body)))).as(headers).containsExactly(400);
    }
  }

  @Test
  void huge_headers_are_refused() throws IOException {
    String long1 = "GET /health HTTP/1.1\r\n" + OWN + "X: " + "a".repeat(100_000) + "\r\n\r\n";
    assertThat(statuses(say(long1))).containsExactly(431);
    assertThat(statuses(say(get("/api/v1/runs?" + "a".repeat(20_000))))).containsExactly(414);
  }

  @Test
  void packed_bodies_are_refused_unread() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(new byte[50_000_000]);
    }
    String headers = "Content-Encoding: gzip\r\nContent-Length: " + packed.size() + "\r\n";
    assertThat(statuses(say(post(headers, packed.toByteArray())))).containsExactly(415);
  }

  @Test
  void json_without_measure_is_refused() throws IOException {
    String text = "{\"text\": \"template: echo\", ";
    assertThat(launch("[".repeat(10_000) + "]".repeat(10_000))).isEqualTo(400);
    assertThat(launch(text + "\"values\": " + "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_001)))
        .isEqualTo(400);
    assertThat(launch(text + "\"values\": {\"a\": " + "9".repeat(10_000) + "}}")).isEqualTo(400);
    assertThat(launch(text + "\"text\": \"template: sort\"}")).isEqualTo(400);
    assertThat(launch(text + "\"values\": {\"a\": 1, \"a\": 2}}")).isEqualTo(400);
    assertThat(launch("{\"text\": \"template: " + "[".repeat(10_000) + "\"}")).isEqualTo(422);
  }

  @Test
  void who_sends_a_body_slowly_takes_no_thread_from_others() throws IOException {
    List<Socket> slow = new ArrayList<>();
    try {
      byte[] begun = post("Content-Length: 1000\r\n", new byte[] {'{'});
      for (int i = 0; i < 400; i++) {
        Socket socket = connect();
        slow.add(socket);
        socket.getOutputStream().write(begun);
      }
      for (int i = 0; i < 20; i++) {
        assertThat(statuses(say(get("/health")))).containsExactly(200);
      }
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }
}
