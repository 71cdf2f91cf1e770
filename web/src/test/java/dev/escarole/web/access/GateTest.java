package dev.escarole.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The gate before a real server with a route for each role. */
class GateTest {

  private static final Instant START = Instant.parse("2026-11-22T08:00:00Z");

  @TempDir Path directory;

  private final HttpClient client = HttpClient.newHttpClient();
  private @Nullable Javalin server;
  private Instant now = START;
  private List<String> proxies = List.of();

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop();
    }
  }

  private TokenFile tokens() {
    return new TokenFile(directory.resolve("tokens.json"));
  }

  private void serve(@Nullable TokenBook book, long perSecond) {
    Gate gate =
        new Gate(
            new Hosts(List.of("ci.example.org")),
            book,
            null,
            new Sessions(null, () -> now),
            new Proxies(proxies),
            new SignInLink(() -> now),
            perSecond,
            false);
    server =
        Javalin.create(
                config -> {
                  config.jetty.host = "127.0.0.1";
                  config.jetty.port = 0;
                  config.startup.showJavalinBanner = false;
                  gate.install(config.routes);
                  for (Role role : Role.values()) {
                    config.routes.get("/" + role.word(), ctx -> ctx.result(name(ctx)), role);
                    config.routes.post("/" + role.word(), ctx -> ctx.result(name(ctx)), role);
                  }
                  config.routes.get("/forgotten", ctx -> ctx.result("open"));
                  config.routes.post(
                      "/sign-in",
                      ctx -> gate.signIn(ctx, String.valueOf(ctx.formParam("token"))),
                      Role.NOBODY);
                  config.routes.post("/sign-out", gate::signOut, Role.NOBODY);
                  config.routes.exception(
                      RefusedException.class,
                      (e, ctx) -> ctx.status(e.code().httpStatus()).result(e.code().word()));
                })
            .start();
  }

  private static String name(Context ctx) {
    return Gate.caller(ctx).name();
  }

  private void serveWithTokens() {
    serve(new TokenBook(tokens(), () -> now), 1000);
  }

  private int port() {
    return Objects.requireNonNull(server).port();
  }

  private HttpResponse<String> send(String method, String path, Map<String, String> headers)
      throws IOException, InterruptedException {
    return send(method, path, headers, "");
  }

  private HttpResponse<String> send(
      String method, String path, Map<String, String> headers, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::header);
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** With a host of one's own, which Java's client does not allow. */
  private String statusLineFor(String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket
          .getOutputStream()
          .write(
              ("GET /nobody HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      return answer.substring(0, answer.indexOf('\r'));
    }
  }

  @Test
  void without_tokens_everybody_who_reaches_the_server_is_the_local_operator()
      throws IOException, InterruptedException {
    serve(null, 1000);
    assertThat(send("GET", "/admin", Map.of()).body()).isEqualTo("operator");
  }

  @ParameterizedTest
  @CsvSource({
    "viewer,   /nobody,   200", "viewer,   /viewer, 200", "viewer,   /operator, 403",
    "viewer,   /admin,    403", "operator, /viewer, 200", "operator, /operator, 200",
    "operator, /admin,    403", "admin,    /viewer, 200", "admin,    /operator, 200",
    "admin,    /admin,    200", "viewer,   /forgotten, 403", "admin, /forgotten, 200"
  })
  void a_role_opens_its_own_routes_and_those_of_lesser_ones(String role, String path, int status)
      throws IOException, InterruptedException {
    String secret = tokens().create("alice", Role.ofWord(role), START);
    serveWithTokens();
    Map<String, String> bearer = Map.of("Authorization", "Bearer " + secret);
    assertThat(send("GET", path, bearer).statusCode()).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/viewer", "/operator", "/admin", "/forgotten"})
  void nobody_gets_in_without_a_token(String path) throws IOException, InterruptedException {
    tokens().create("alice", Role.ADMIN, START);
    serveWithTokens();
    assertThat(send("GET", path, Map.of()).statusCode()).isEqualTo(401);
    assertThat(send("GET", path, Map.of("Authorization", "Bearer esc_guess")).statusCode())
        .isEqualTo(401);
    assertThat(send("GET", path, Map.of("Cookie", Gate.COOKIE + "=guess")).statusCode())
        .isEqualTo(401);
    assertThat(send("GET", "/nobody", Map.of()).statusCode()).isEqualTo(200);
  }

  @Test
  void wrong_tokens_are_limited_and_never_lock_out_right_ones()
      throws IOException, InterruptedException {
    String secret = tokens().create("alice", Role.ADMIN, START);
    serveWithTokens();
    for (int i = 0; i < 10; i++) {
      assertThat(send("GET", "/viewer", Map.of("Authorization", "Bearer wrong")).body())
          .isEqualTo("wrong-token");
    }
    for (int i = 0; i < 30; i++) {
      assertThat(send("GET", "/viewer", Map.of("Authorization", "Bearer wrong")).body())
          .isEqualTo("too-many-requests");
    }
    assertThat(send("GET", "/viewer", Map.of("Authorization", "Bearer " + secret)).body())
        .isEqualTo("alice");
    assertThat(send("GET", "/viewer", Map.of("Cookie", signIn(secret))).body()).isEqualTo("alice");
  }

  private String wrongFrom(String client) throws IOException, InterruptedException {
    Map<String, String> headers =
        Map.of("Authorization", "Bearer wrong", "X-Forwarded-For", client);
    return send("GET", "/viewer", headers).body();
  }

  @Test
  void wrong_tokens_count_by_the_client_that_a_trusted_proxy_names()
      throws IOException, InterruptedException {
    proxies = List.of("127.0.0.0/8", "10.0.0.7");
    serveWithTokens();
    for (int i = 0; i < 40; i++) {
      // What stands to the left of what the proxies have seen is the client's own word.
      String unused = wrongFrom("1.2.3." + i + ", 192.0.2.1, 10.0.0.7");
    }
    assertThat(wrongFrom("192.0.2.1")).isEqualTo("too-many-requests");
    assertThat(wrongFrom("192.0.2.2, 10.0.0.7")).isEqualTo("wrong-token");
  }

  @Test
  void who_is_no_trusted_proxy_cannot_choose_its_address()
      throws IOException, InterruptedException {
    proxies = List.of("10.0.0.0/8");
    serveWithTokens();
    for (int i = 0; i < 40; i++) {
      String unused = wrongFrom("192.0.2." + i);
    }
    assertThat(wrongFrom("192.0.2.99")).isEqualTo("too-many-requests");
  }

  @Test
  void a_revoked_token_does_not_count_any_more_and_its_sessions_end()
      throws IOException, InterruptedException {
    String secret = tokens().create("alice", Role.VIEWER, START);
    serveWithTokens();
    String cookie = signIn(secret);
    assertThat(send("GET", "/viewer", Map.of("Cookie", cookie)).body()).isEqualTo("alice");
    tokens().revoke("alice");
    now = now.plusMillis(TokenBook.LOOK_EVERY_MILLIS);
    assertThat(send("GET", "/viewer", Map.of("Cookie", cookie)).statusCode()).isEqualTo(401);
    assertThat(send("GET", "/viewer", Map.of("Authorization", "Bearer " + secret)).statusCode())
        .isEqualTo(401);
  }

  private String signIn(String secret) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        send(
            "POST",
            "/sign-in",
            Map.of("Content-Type", "application/x-www-form-urlencoded"),
            "token=" + secret);
    String cookie = answer.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(cookie).contains("HttpOnly").contains("SameSite=Strict").doesNotContain(secret);
    return cookie.substring(0, cookie.indexOf(';'));
  }

  @Test
  void a_session_ends_when_its_time_is_over_or_somebody_ends_it()
      throws IOException, InterruptedException {
    String secret = tokens().create("alice", Role.VIEWER, START);
    serveWithTokens();
    String first = signIn(secret);
    String second = signIn(secret);
    send("POST", "/sign-out", Map.of("Cookie", first));
    assertThat(send("GET", "/viewer", Map.of("Cookie", first)).statusCode()).isEqualTo(401);
    assertThat(send("GET", "/viewer", Map.of("Cookie", second)).statusCode()).isEqualTo(200);
    now = now.plus(Sessions.LASTS).plus(Duration.ofSeconds(1));
    assertThat(send("GET", "/viewer", Map.of("Cookie", second)).statusCode()).isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, 200",
    "localhost:8420, 200",
    "127.0.0.1:1, 200",
    "[::1]:8420, 200",
    "ci.example.org, 200",
    "CI.example.org:80, 200",
    "evil.example.com, 403",
    "localhost.evil.example.com, 403",
    "127.0.0.1.evil.example.com, 403",
    "'', 400"
  })
  void only_known_names_are_answered(String host, int status) throws IOException {
    serve(null, 1000);
    assertThat(statusLineFor(host)).contains(" " + status + " ");
  }

  @ParameterizedTest
  @CsvSource({
    "Sec-Fetch-Site, same-origin, 200",
    "Sec-Fetch-Site, none, 200",
    "Sec-Fetch-Site, cross-site, 403",
    "Sec-Fetch-Site, same-site, 403",
    "Origin, http://evil.example.com, 403",
    "Origin, null, 403",
    "X-Nothing, x, 200"
  })
  void what_a_page_of_another_site_sends_changes_nothing(String header, String value, int status)
      throws IOException, InterruptedException {
    serve(null, 1000);
    assertThat(send("POST", "/operator", Map.of(header, value)).statusCode()).isEqualTo(status);
    assertThat(send("GET", "/viewer", Map.of(header, value)).statusCode()).isEqualTo(200);
  }

  @Test
  void a_page_of_the_server_itself_may_send_with_its_origin_alone()
      throws IOException, InterruptedException {
    serve(null, 1000);
    Map<String, String> own = Map.of("Origin", "http://127.0.0.1:" + port());
    assertThat(send("POST", "/operator", own).statusCode()).isEqualTo(200);
  }

  @Test
  void one_caller_cannot_send_without_end() throws IOException, InterruptedException {
    serve(null, 1);
    assertThat(send("GET", "/viewer", Map.of()).statusCode()).isEqualTo(200);
    int refused = 0;
    for (int i = 0; i < 20; i++) {
      refused += send("GET", "/viewer", Map.of()).statusCode() == 429 ? 1 : 0;
    }
    assertThat(refused).isPositive();
  }

  @Test
  void every_answer_forbids_what_no_page_needs() throws IOException, InterruptedException {
    serve(null, 1000);
    HttpHeaders headers = send("GET", "/nobody", Map.of()).headers();
    assertThat(headers.firstValue("content-security-policy"))
        .get(InstanceOfAssertFactories.STRING)
        .contains("default-src 'none'")
        .contains("script-src 'self'")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(headers.map())
        .containsKeys("x-content-type-options", "referrer-policy", "cross-origin-opener-policy")
        .doesNotContainKey("server");
  }
}
