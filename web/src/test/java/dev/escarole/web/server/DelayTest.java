package dev.escarole.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.live.LiveOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever sends slowly, reads slowly or has no right to send delays nobody else. */
@Timeout(180)
class DelayTest {

  private static final int CROWD = 300;
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String JSON = "Content-Type: application/json";
  private static final String FORM = "Content-Type: application/x-www-form-urlencoded";

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-05-01T10:00:00Z"));
  private final CountDownLatch release = new CountDownLatch(1);
  private Engine engine;
  private WebServer server;
  private RawRequests requests;
  private String slow;
  private String swift;
  private String viewer;

  @BeforeEach
  void start(@TempDir Path directory) {
    InstantSource clock = now::get;
    TokenFile tokens = new TokenFile(directory.resolve("tokens.json"));
    slow = tokens.create("slow", Role.OPERATOR, clock.instant());
    swift = tokens.create("swift", Role.OPERATOR, clock.instant());
    viewer = tokens.create("viewer", Role.VIEWER, clock.instant());
    engine = Engine.open(EngineOptions.inMemory());
    ServerOptions options =
        new ServerOptions(
            ServerOptions.LOOPBACK,
            0,
            List.of(),
            new Entrance(tokens.file(), null, List.of()),
            ServerOptions.REQUESTS_PER_SECOND,
            "1",
            clock,
            LiveOptions.DEFAULTS);
    server =
        WebServer.start(
            options,
            new Installation(engine, clock),
            routes -> {
              routes.get("/held", ctx -> release.await(), Role.OPERATOR);
              routes.post("/method", ctx -> ctx.result("posted"), Role.OPERATOR);
              routes.get("/method", ctx -> ctx.result("got"), Role.OPERATOR);
            });
    requests = new RawRequests(server.port());
  }

  @AfterEach
  void stop() throws IOException {
    release.countDown();
    requests.close();
    server.close();
    engine.close();
  }

  private void othersAreAnsweredSoon() throws IOException {
    String recipe = "{\"text\": \"template: echo hello\"}";
    String launch = RawRequests.post("/api/v1/runs", swift, recipe.length(), JSON) + recipe;
    answersSoon(launch, " 201 ");
    answersSoon(RawRequests.get("/health", ""), "ok");
    answersSoon(RawRequests.get("/api/v1/system/health", ""), " 200 ");
    answersSoon(RawRequests.get("/runs", swift), " 200 ");
    answersSoon(RawRequests.get("/login", ""), " 200 ");
    String form = "token=" + swift;
    answersSoon(RawRequests.post("/login", "", form.length(), FORM) + form, " 303 ");
  }

  private void answersSoon(String request, String expected) throws IOException {
    long before = System.nanoTime();
    assertThat(requests.say(request)).as(request).contains(expected);
    assertThat(Duration.ofNanos(System.nanoTime() - before)).as(request).isLessThan(SOON);
  }

  private static void drip(List<Socket> sockets) throws IOException {
    for (Socket socket : sockets) {
      try {
        socket.getOutputStream().write(' ');
      } catch (IOException e) {
        // It was refused and closed, which is well, too.
      }
    }
  }

  @Test
  void three_hundred_slow_senders_of_small_bodies_delay_nobody() throws IOException {
    List<Socket> senders = new ArrayList<>();
    for (int i = 0; i < CROWD; i++) {
      senders.add(requests.begin(RawRequests.post("/api/v1/runs", slow, 200_000, JSON) + "{"));
    }
    drip(senders);
    othersAreAnsweredSoon();
    drip(senders);
    othersAreAnsweredSoon();
  }

  @Test
  void three_hundred_slow_senders_of_large_bodies_delay_nobody_not_even_themselves()
      throws IOException {
    List<Socket> senders = new ArrayList<>();
    String begun = "{" + " ".repeat(300_000);
    for (int i = 0; i < CROWD; i++) {
      Socket sender = requests.begin(RawRequests.post("/api/v1/runs", slow, 40 << 20, JSON));
      try {
        sender.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        // It was refused and closed.
      }
      senders.add(sender);
    }
    drip(senders);
    othersAreAnsweredSoon();
    String recipe = "{\"text\": \"template: echo hello\"}";
    answersSoon(RawRequests.post("/api/v1/runs", slow, recipe.length(), JSON) + recipe, " 201 ");
  }

  @Test
  void large_bodies_of_one_caller_come_a_few_at_a_time() throws IOException {
    String begun = "{" + " ".repeat(300_000);
    for (int i = 0; i < BodyBudget.MOST_LARGE; i++) {
      Socket unused =
          requests.begin(RawRequests.post("/api/v1/runs", slow, 40 << 20, JSON) + begun);
    }
    String head = RawRequests.post("/api/v1/runs", slow, begun.length(), JSON);
    String refused = requests.say(head + begun);
    while (!refused.contains("too-many-bodies")) {
      // The others have not all been read that far.
      refused = requests.say(head + begun);
    }
    assertThat(refused).startsWith("HTTP/1.1 429");
    assertThat(requests.say(RawRequests.post("/api/v1/runs", swift, begun.length(), JSON) + begun))
        .as("those of another caller come all the same")
        .startsWith("HTTP/1.1 400");
  }

  @Test
  void a_body_that_comes_too_slowly_is_refused() throws IOException {
    Socket sender = requests.begin(RawRequests.post("/api/v1/runs", slow, 100_000, JSON) + "{");
    // Its thread may not have begun with it: it counts from when it has.
    String answer = "";
    OutputStream out = sender.getOutputStream();
    sender.setSoTimeout(1_000);
    while (answer.isEmpty()) {
      now.updateAndGet(before -> before.plus(BodyReading.GRACE));
      out.write(' ');
      answer = firstLine(sender);
    }
    assertThat(answer).startsWith("HTTP/1.1 408");
  }

  private static String firstLine(Socket socket) throws IOException {
    byte[] line = new byte[12];
    try {
      return new String(line, 0, socket.getInputStream().read(line), StandardCharsets.US_ASCII);
    } catch (SocketTimeoutException e) {
      return "";
    }
  }

  @Test
  void nothing_of_a_body_is_waited_for_without_the_right_to_send_it() throws IOException {
    String begun = RawRequests.post("/api/v1/runs", "", 60 << 20, JSON) + "{";
    assertThat(requests.say(begun)).startsWith("HTTP/1.1 401");
    String wrong = RawRequests.post("/api/v1/runs", "esc_wrong", 60 << 20, JSON) + "{";
    assertThat(requests.say(wrong)).startsWith("HTTP/1.1 401");
    String chunked =
        "POST /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{";
    assertThat(requests.say(chunked)).startsWith("HTTP/1.1 401");
    String lookOnly = RawRequests.post("/api/v1/runs", viewer, 60 << 20, JSON) + "{";
    assertThat(requests.say(lookOnly)).startsWith("HTTP/1.1 403");
    String nowhere = RawRequests.post("/nowhere", slow, 60 << 20, JSON) + "{";
    assertThat(requests.say(nowhere)).startsWith("HTTP/1.1 404");
    String foreign =
        RawRequests.post("/api/v1/runs", slow, 60 << 20, JSON, "Origin: http://evil.example");
    assertThat(requests.say(foreign + "{")).startsWith("HTTP/1.1 403");
    String expected = RawRequests.post("/api/v1/runs", "", 9, JSON, "Expect: 100-continue");
    assertThat(requests.say(expected)).startsWith("HTTP/1.1 401").doesNotContain(" 100 ");
  }

  @Test
  void the_login_takes_four_kib() throws IOException {
    String large = "token=" + "x".repeat((int) Intake.MOST_BYTES_OF_STRANGERS);
    String declared = RawRequests.post("/login", "", 60 << 20, FORM) + "token=";
    assertThat(requests.say(declared)).startsWith("HTTP/1.1 413");
    String sent = RawRequests.post("/login", "", large.length(), FORM) + large;
    assertThat(requests.say(sent)).startsWith("HTTP/1.1 413");
    String chunk = "%x\r\n%s\r\n".formatted(large.length(), large);
    String chunked =
        "POST /login HTTP/1.1\r\nHost: localhost\r\n%s\r\nTransfer-Encoding: chunked\r\n\r\n%s"
            .formatted(FORM, chunk);
    assertThat(requests.say(chunked)).startsWith("HTTP/1.1 413");
    String right = "token=" + swift;
    assertThat(requests.say(RawRequests.post("/login", "", right.length(), FORM) + right))
        .startsWith("HTTP/1.1 303");
  }

  @Test
  void requests_of_one_caller_that_take_long_leave_threads_to_others() throws IOException {
    for (int i = 0; i < CROWD; i++) {
      Socket unused = requests.begin(RawRequests.get("/held", slow));
    }
    othersAreAnsweredSoon();
  }

  @Test
  void three_hundred_callers_who_do_not_read_their_answers_delay_nobody() throws IOException {
    String document = RawRequests.get("/api/v1/openapi.json", "");
    String page = RawRequests.get("/api", slow);
    for (int i = 0; i < CROWD; i++) {
      Socket reader = requests.openNarrow();
      reader
          .getOutputStream()
          .write((i % 2 == 0 ? document : page).getBytes(StandardCharsets.US_ASCII));
    }
    othersAreAnsweredSoon();
  }

  @Test
  void headers_that_come_byte_by_byte_end_with_the_connection() throws IOException {
    List<Socket> all = new ArrayList<>();
    all.add(requests.open());
    for (int i = 0; i < 20; i++) {
      all.add(requests.begin("GET /health HTTP/1.1\r\nHost: loc"));
    }
    Socket again = requests.begin("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(firstLine(again)).startsWith("HTTP/1.1 200");
    again.getOutputStream().write("GET /he".getBytes(StandardCharsets.US_ASCII));
    for (Socket socket : all) {
      while (!isClosed(socket)) {
        now.updateAndGet(before -> before.plus(ConnectionGuard.HEADERS_WITHIN));
        othersStillGetIn();
      }
    }
  }

  private void othersStillGetIn() throws IOException {
    answersSoon(RawRequests.get("/health", ""), "ok");
  }

  private static boolean isClosed(Socket socket) throws IOException {
    socket.setSoTimeout(200);
    try {
      socket.getOutputStream().write('a');
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void the_method_is_what_the_request_line_says() throws IOException {
    String override = "X-HTTP-Method-Override: POST\r\n";
    String get = RawRequests.get("/method", swift).replace("Host:", override + "Host:");
    assertThat(requests.say(get)).contains("got");
    String post =
        RawRequests.post("/method", swift, 0, "X-HTTP-Method-Override: GET")
            .replace("Connection", "Origin: http://evil.example\r\nConnection");
    assertThat(requests.say(post)).startsWith("HTTP/1.1 403").doesNotContain("got");
  }
}
