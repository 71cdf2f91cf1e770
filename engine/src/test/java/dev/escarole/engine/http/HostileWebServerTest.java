package dev.escarole.engine.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.HttpDeniedException;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.http.WebClient.Asked;
import dev.escarole.engine.http.WebClient.Response;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that redirect, rebind, drip, bomb and lie. */
@Timeout(120)
class HostileWebServerTest {

  private final WebClient client = new WebClient();
  private Receiver server;
  private Receiver other;

  @BeforeEach
  void open() throws Exception {
    server = new Receiver();
    other = new Receiver();
    client.permit(origin(server));
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    server.close();
    other.close();
  }

  private static String origin(Receiver receiver) {
    return "http://127.0.0.1:" + receiver.port();
  }

  private Receiver.Answer redirect(int status, String location) {
    return Receiver.status(status, "Location: " + location);
  }

  @Test
  void a_response_comes_back_whole_and_is_audited() throws Exception {
    server.answer = Receiver.text("x".repeat(5000), "X-Kind: plain");
    Response response = client.get(server.url("/a/b?q=1"));
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.body()).hasSize(5000);
    assertThat(response.heads()).startsWith("HTTP/1.1 200 OK\r\n").contains("X-Kind: plain\r\n");
    assertThat(server.sent.get(0).head()).startsWith("GET /a/b?q=1 HTTP/1.1\r\n");
    assertThat(client.audited)
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.command()).isEqualTo("http:request");
              assertThat(each.outcome().detail())
                  .isEqualTo("GET " + server.url("/a/b") + ": 200, 5000 bytes");
            });
  }

  @Test
  void a_redirect_is_followed_only_if_asked_for_and_each_hop_is_checked() throws Exception {
    server.answer = redirect(302, other.url("/inside"));
    assertThat(client.get(server.url("/")).status()).isEqualTo(302);
    assertThatThrownBy(() -> client.make(new Asked(server.url("/")).follow(5)))
        .isInstanceOf(HttpDeniedException.class)
        .hasMessageContaining("GET " + other.url("/inside") + " is not permitted")
        .hasMessageContaining("a redirect of " + server.url("/") + " led there");
    assertThat(other.sent).isEmpty();
    assertThat(client.audited.get(1).outcome().kind()).isEqualTo(Outcome.Kind.HTTP_DENIED);
  }

  @Test
  void credentials_stay_behind_when_the_origin_changes() throws Exception {
    client.permitWith(
        "token",
        "token: {env: TOKEN, origins: [\"%s\"]}".formatted(origin(server)),
        origin(server),
        origin(other));
    client.environment.put("TOKEN", "a-very-secret-token");
    server.answer = redirect(307, other.url("/next"));
    other.answer = Receiver.text("done");
    Response response =
        client.make(
            new Asked(server.url("/"))
                .follow(5)
                .user("ann:((secret:token))")
                .field("Cookie", "a=b")
                .field("X-Token", "((secret:token))")
                .field("X-Plain", "stays"));
    assertThat(response.body()).isEqualTo("done");
    assertThat(response.redirects()).isEqualTo(1);
    assertThat(response.url()).isEqualTo(other.url("/next"));
    assertThat(server.sent.get(0).field("X-Token")).isEqualTo("a-very-secret-token");
    assertThat(server.sent.get(0).field("Authorization")).startsWith("Basic ");
    assertThat(other.sent.get(0).head())
        .contains("X-Plain: stays")
        .doesNotContain("Authorization", "Cookie", "X-Token", "secret");
  }

  @Test
  void a_post_becomes_a_get_only_where_browsers_do_so() throws Exception {
    client.permit("GET,POST " + origin(server));
    AtomicInteger count = new AtomicInteger();
    for (int status : new int[] {301, 303, 307}) {
      count.set(0);
      server.answer =
          (socket, out) ->
              (count.getAndIncrement() == 0 ? redirect(status, "/next") : Receiver.text("end"))
                  .to(socket, out);
      client.make(new Asked(server.url("/")).follow(1).method("POST").body("data"));
    }
    assertThat(server.sent.stream().map(each -> each.head().lines().findFirst().orElse("")))
        .containsExactly(
            "POST / HTTP/1.1", "GET /next HTTP/1.1",
            "POST / HTTP/1.1", "GET /next HTTP/1.1",
            "POST / HTTP/1.1", "POST /next HTTP/1.1");
  }

  @Test
  void nothing_in_a_request_can_become_a_second_one() throws Exception {
    String split = "a\r\nX-Split: yes";
    assertThat(client.make(new Asked(server.url("/")).field("X", split)).error()).isEqualTo(43);
    assertThat(client.make(new Asked(server.url("/")).field("X:y", "a")).error()).isEqualTo(43);
    // The low bytes of these letters are CR and LF.
    assertThat(client.make(new Asked(server.url("/")).field("X", "a\u010d\u010aY: z")).error())
        .isEqualTo(43);
    assertThat(client.make(new Asked(server.url("/")).user(split)).error()).isEqualTo(43);
    assertThat(client.make(new Asked(server.url("/")).method("GET / HTTP/1.1")).error())
        .isEqualTo(43);
    assertThat(client.get(server.url("/ HTTP/1.1")).error()).isEqualTo(3);
    for (String own : List.of("Host", "Content-Length", "Transfer-Encoding", "Proxy-Connection")) {
      assertThat(client.make(new Asked(server.url("/")).field(own, "1")).error()).isEqualTo(43);
    }
    assertThat(server.sent).isEmpty();
  }

  @Test
  void a_loop_of_redirects_ends() throws Exception {
    server.answer = redirect(302, "/again");
    Response response = client.make(new Asked(server.url("/")).follow(4));
    assertThat(response.error()).isEqualTo(47);
    assertThat(server.sent).hasSize(5);
  }

  @Test
  void a_redirect_to_a_private_or_metadata_address_is_denied() throws Exception {
    client.permit(origin(server), "http://169.254.169.254", "http://meta.example");
    client.policy(
        "http: [\"%s\", \"http://169.254.169.254\", \"http://meta.example\"]\nhttp_private: [\"%s\", \"meta.example:80\"]"
            .formatted(origin(server), origin(server).substring(7)),
        "");
    client.lookup =
        host ->
            host.equals("meta.example")
                ? InetAddress.getAllByName("169.254.169.254")
                : InetAddress.getAllByName(host);
    server.answer = redirect(302, "http://169.254.169.254/latest/meta-data/");
    assertThatThrownBy(() -> client.make(new Asked(server.url("/")).follow(5)))
        .isInstanceOf(HttpDeniedException.class)
        .hasMessageContaining("private address 169.254.169.254")
        .hasMessageContaining("add 169.254.169.254:80");
    assertThatThrownBy(() -> client.get("http://meta.example/"))
        .isInstanceOf(HttpDeniedException.class)
        .hasMessageContaining("which no name may lead to");
  }

  @Test
  void a_name_is_looked_up_once_for_each_hop_and_what_was_judged_is_connected_to()
      throws Exception {
    AtomicInteger lookups = new AtomicInteger();
    String origin = "http://rebind.example:" + server.port();
    client.permit(origin);
    client.policy("http: [\"" + origin + "\"]", "");
    client.lookup =
        host ->
            new InetAddress[] {
              lookups.getAndIncrement() == 0
                  ? InetAddress.getByAddress(new byte[] {127, 0, 0, 1})
                  : InetAddress.getByAddress(new byte[] {8, 8, 8, 8})
            };
    assertThatThrownBy(() -> client.get(origin + "/"))
        .isInstanceOf(HttpDeniedException.class)
        .hasMessageContaining("rebind.example is the private address 127.0.0.1")
        .hasMessageContaining("add rebind.example:" + server.port());
    assertThat(lookups).hasValue(1);
    lookups.set(0);
    client.permit(origin);
    assertThat(client.get(origin + "/").status()).isEqualTo(200);
    assertThat(lookups).as("a second look-up could lead elsewhere").hasValue(1);
    assertThat(server.sent).hasSize(1);
  }

  @Test
  void a_slow_drip_and_silence_are_cut_off() throws Exception {
    server.answer = Receiver.endless("HTTP/1.1 100 Continue\r\n\r\n");
    assertThat(client.make(new Asked(server.url("/")).timeout(300)).error()).isEqualTo(28);
    server.answer = Receiver.silence();
    assertThat(client.make(new Asked(server.url("/")).timeout(300)).error()).isEqualTo(28);
    client.left = Duration.ofMillis(200);
    assertThat(client.get(server.url("/")).error()).as("the guest's own clock").isEqualTo(28);
  }

  @Test
  void bombs_are_not_unpacked() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 64; i++) {
        gzip.write(zeros);
      }
    }
    server.answer = body(packed.toByteArray(), "Content-Encoding: gzip");
    Response response = client.get(server.url("/"));
    assertThat(response.error()).isEqualTo(63);
    assertThat(response.body()).contains("larger than 10485760 bytes");
    server.answer = body("not gzip".getBytes(StandardCharsets.US_ASCII), "Content-Encoding: gzip");
    assertThat(client.get(server.url("/")).error()).isEqualTo(61);
  }

  private static Receiver.Answer body(byte[] bytes, String field) {
    return (socket, out) -> {
      String head = "HTTP/1.1 200 OK\r\n%s\r\nContent-Length: %d\r\n\r\n";
      out.write(head.formatted(field, bytes.length).getBytes(StandardCharsets.US_ASCII));
      out.write(bytes);
    };
  }

  @Test
  void an_endless_body_and_huge_heads_are_refused() throws Exception {
    server.answer =
        (socket, out) -> {
          out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
          Receiver.endless("x".repeat(65_536)).to(socket, out);
        };
    assertThat(client.get(server.url("/")).error()).isEqualTo(63);
    server.answer = Receiver.endless("HTTP/1.1 200 OK\r\nX: " + "y".repeat(30_000));
    assertThat(client.get(server.url("/")).error()).isEqualTo(56);
    server.answer = Receiver.text("", "X: y\r\n".repeat(200) + "Z: z");
    assertThat(client.get(server.url("/")).error()).isEqualTo(56);
  }

  @Test
  void lies_about_the_length_are_noticed() throws Exception {
    Map<String, Integer> lies =
        Map.of(
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", 18,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", 56,
            "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", 56,
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 56,
            "SSH-2.0-OpenSSH\r\n\r\n", 56,
            "", 52);
    lies.forEach(
        (text, code) -> {
          server.answer = Receiver.raw(text);
          try {
            assertThat(client.get(server.url("/")).error()).as(text).isEqualTo(code);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
    server.answer = Receiver.raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab and more");
    assertThat(client.get(server.url("/")).body())
        .as("what is left belongs to nobody")
        .isEqualTo("ab");
  }
}
