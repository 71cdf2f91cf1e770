package dev.escarole.engine.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.HttpDeniedException;
import dev.escarole.engine.broker.HttpPolicy.HttpQuota;
import dev.escarole.engine.command.HttpGrant;
import dev.escarole.engine.http.WebClient.Asked;
import dev.escarole.engine.http.WebClient.Response;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names, guests and servers that try what {@link HostileWebServerTest} does not. */
@Timeout(120)
class HttpAttackTest {

  private static final String VALUE = "s3cr3t<Va+lue>&/=";

  @TempDir Path directory;

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

  private void permitSecret(String source) {
    client.permitWith(
        "key",
        "key: {%s, origins: [\"%s\"]}".formatted(source, origin(server)),
        origin(server),
        origin(other));
  }

  private static InetAddress address(String bytes) throws Exception {
    return InetAddress.getByAddress(HexFormat.of().parseHex(bytes));
  }

  @ParameterizedTest
  @CsvSource({
    "a9fea9fe, link-local",
    "00000000, unspecified",
    "00000000000000000000ffffa9fea9fe, mapped",
    "000000000000000000000000a9fea9fe, compatible",
    "0000000000000000ffff0000a9fea9fe, translated",
    "0064ff9b0000000000000000a9fea9fe, NAT64",
    "0064ff9b0001000000000000a9fea9fe, local NAT64",
    "2002a9fea9fe00000000000000000001, 6to4",
    "20010000a9fea9fe0000000000000000, a server of Teredo",
    "20010000080808080000000056015601, a client of Teredo",
    "fe800000000000000000000000000001, link-local of IPv6",
    "fd000ec2000000000000000000000254, Amazon",
    "00000000000000000000000000000000, unspecified of IPv6"
  })
  void no_name_leads_to_a_metadata_address_in_any_form(String bytes, String form) throws Exception {
    InetAddress address = address(bytes);
    client.lookup = host -> new InetAddress[] {address};
    client.policy("http: [\"http://meta.example\"]\nhttp_private: [\"meta.example:80\"]", "");
    client.recipe = List.of(HttpGrant.parse("http://meta.example"));
    assertThatThrownBy(() -> client.get("http://meta.example/"))
        .as(form)
        .isInstanceOf(HttpDeniedException.class)
        .hasMessageContaining("which no name may lead to");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0064ff9b000000000000000008080808",
        "20020808080800000000000000000001",
        "20010000080808080000000000000000",
        "fc000000000000000000000000000001",
        "00000000000000000000ffff7f000001",
        "64400001",
        "f0000001"
      })
  void other_addresses_that_are_not_public_need_the_policy(String bytes) throws Exception {
    InetAddress address = address(bytes);
    client.lookup = host -> new InetAddress[] {address};
    client.policy("http: [\"http://a.example\"]", "");
    client.recipe = List.of(HttpGrant.parse("http://a.example"));
    assertThatThrownBy(() -> client.get("http://a.example/"))
        .isInstanceOf(HttpDeniedException.class)
        .hasMessageContaining("does not name; add a.example:80 to it");
  }

  @Test
  void a_server_cannot_fill_the_engine_with_heads_of_redirects() throws Exception {
    String field = "X: " + "y".repeat(16_000) + "\r\n";
    server.answer = Receiver.status(302, field.repeat(90) + "Location: /again");
    Response response = client.make(new Asked(server.url("/")).follow(50));
    assertThat(response.error()).isEqualTo(63);
    assertThat(response.body()).contains("the heads of all responses are larger than 2097152");
    assertThat(server.sent).hasSizeLessThan(4);
  }

  @Test
  void a_flood_of_informational_responses_ends() throws Exception {
    String hint = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n";
    server.answer = Receiver.raw(hint.repeat(21) + "HTTP/1.1 200 OK\r\n\r\n");
    assertThat(client.get(server.url("/")).body()).contains("too many informational responses");
    server.answer = Receiver.raw(hint + "HTTP/1.1 200 OK\r\n\r\nbody");
    assertThat(client.get(server.url("/")).body()).isEqualTo("body");
  }

  @Test
  void trailers_are_bounded_and_are_no_headers() throws Exception {
    String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n";
    server.answer = Receiver.raw(chunked + "Location: /x\r\nX-Late: yes\r\n\r\n");
    Response response = client.make(new Asked(server.url("/")).follow(3));
    assertThat(response.body()).isEqualTo("body");
    assertThat(response.heads()).doesNotContain("Late");
    server.answer = Receiver.raw(chunked + "X: y\r\n".repeat(200) + "\r\n");
    assertThat(client.get(server.url("/")).error()).isEqualTo(56);
    server.answer = Receiver.raw(chunked.replace("4\r\n", "4;" + "x".repeat(20_000) + "\r\n"));
    assertThat(client.get(server.url("/")).error()).isEqualTo(56);
    server.answer = Receiver.raw(chunked.replace("4\r\n", "FFFFFFFFFFFFFFFFF\r\n"));
    assertThat(client.get(server.url("/")).error()).isEqualTo(56);
  }

  @Test
  void encodings_that_nobody_asked_for_stay_as_they_are() throws Exception {
    for (String encoding : List.of("br", "gzip, gzip", "zstd", "identity")) {
      server.answer = Receiver.text("as sent", "Content-Encoding: " + encoding);
      assertThat(client.get(server.url("/")).body()).as(encoding).isEqualTo("as sent");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "file:///etc/passwd, 3",
    "ftp://127.0.0.1/, 3",
    "gopher://127.0.0.1/_x, 3",
    "http://user:pw@127.0.0.1/, 3",
    "http://2130706433/, 3",
    "http://0x7f.1/, 3",
    "http://127.0.0.1:0/, 3",
    "http://127.0.0.1:65536/, 3",
    "http://[fe80::1%25lo]/, 3",
    "//127.0.0.1:65537/, 3",
    "/a/%2e%2e/b, 3",
    "/a b, 3"
  })
  void redirects_that_lead_nowhere_are_refused(String location, int error) throws Exception {
    server.answer = Receiver.status(302, "Location: " + location);
    assertThat(client.make(new Asked(server.url("/")).follow(3)).error()).isEqualTo(error);
    assertThat(server.sent).hasSize(1);
  }

  @Test
  void a_redirect_has_its_fragment_cut_off() throws Exception {
    server.answer =
        (socket, out) ->
            (server.sent.size() == 1
                    ? Receiver.status(302, "Location: next?q#fragment")
                    : Receiver.text("end"))
                .to(socket, out);
    Response response = client.make(new Asked(server.url("/a/b")).follow(1));
    assertThat(response.url()).isEqualTo(server.url("/a/next?q"));
    assertThat(server.sent.get(1).head()).startsWith("GET /a/next?q HTTP/1.1\r\n");
  }

  @Test
  void headers_that_identify_somebody_stay_behind_under_all_usual_names() throws Exception {
    client.permit(origin(server), origin(other));
    server.answer = Receiver.status(307, "Location: " + other.url("/next"));
    Asked asked = new Asked(server.url("/")).follow(1).field("Accept", "text/plain");
    for (String name :
        List.of("PRIVATE-TOKEN", "X-Vault-Token", "Api-Key", "X-Amz-Signature", "X-Session-Id")) {
      asked.field(name, "own-credential");
    }
    client.make(asked);
    assertThat(server.sent.get(0).head()).contains("PRIVATE-TOKEN: own-credential");
    assertThat(other.sent.get(0).head())
        .contains("Accept: text/plain")
        .doesNotContain("own-credential");
  }

  @Test
  void a_request_that_costs_the_engine_more_than_the_guest_is_refused() throws Exception {
    Asked many = new Asked(server.url("/"));
    for (int i = 0; i < 100_000; i++) {
      many.field("", "");
    }
    Response response = client.make(many);
    assertThat(response.error()).isEqualTo(43);
    assertThat(response.body()).contains("more than 100 headers");
    response = client.make(new Asked(server.url("/")).method("POST").body("x".repeat(17 << 20)));
    assertThat(response.error()).isEqualTo(63);
    client.environment.put("KEY", "x".repeat(4_000));
    permitSecret("env: KEY");
    Asked amplified = new Asked(server.url("/")).field("X", "((secret:key))".repeat(1_000));
    assertThat(client.make(amplified).error()).isEqualTo(43);
    assertThat(client.get(server.url("/?" + "((secret:key))".repeat(1_000))).error()).isEqualTo(3);
    assertThat(server.sent).isEmpty();
  }

  @Test
  void header_names_are_ascii_in_every_case() throws Exception {
    assertThat(client.make(new Asked(server.url("/")).field("X-\u212aey", "a")).error())
        .isEqualTo(43);
    assertThat(client.get("http://\u212a.example/").error()).isEqualTo(3);
  }

  @Test
  void echoes_in_other_letters_and_escapes_are_masked() throws Exception {
    client.environment.put("KEY", VALUE);
    permitSecret("env: KEY");
    for (String echo :
        List.of(
            VALUE.toUpperCase(Locale.ROOT),
            "s3cr3t\\u003cVa\\u002blue\\u003e\\u0026/\\u003d",
            "s3cr3t\\u003CVa+lue\\u003E\\u0026/=",
            "s3cr3t&lt;Va&#43;lue&gt;&amp;/=",
            "s3cr3t&lt;Va+lue&gt;&amp;&#x2F;=")) {
      server.answer = Receiver.text("you said " + echo);
      assertThat(client.make(new Asked(server.url("/")).field("X", "((secret:key))")).body())
          .as(echo)
          .isEqualTo("you said ((secret:key))");
    }
  }

  @Test
  void an_echo_in_parts_is_masked() throws Exception {
    client.environment.put("KEY", VALUE);
    permitSecret("env: KEY");
    server.answer =
        (socket, out) -> {
          out.write(ascii("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
          for (int i = 0; i < VALUE.length(); i++) {
            out.write(ascii("1\r\n" + VALUE.charAt(i) + "\r\n"));
            out.flush();
          }
          out.write(ascii("0\r\n\r\n"));
        };
    assertThat(client.make(new Asked(server.url("/")).field("X", "((secret:key))")).body())
        .isEqualTo("((secret:key))");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void a_secret_that_another_command_sent_is_masked_too() throws Exception {
    client.environment.put("KEY", VALUE);
    permitSecret("env: KEY");
    server.answer = Receiver.text("the last one said " + VALUE);
    assertThat(client.get(server.url("/last")).body())
        .isEqualTo("the last one said ((secret:key))");
    server.answer =
        Receiver.status(302, "Location: " + other.url("/?s3cr3t%3CVa%2Blue%3E%26%2F%3D"));
    assertThatThrownBy(() -> client.make(new Asked(server.url("/")).follow(1)))
        .hasMessageContaining("with a secret in the URL");
  }

  @Test
  void no_message_and_no_audit_row_shows_a_secret() throws Exception {
    client.environment.put("KEY", VALUE);
    permitSecret("env: KEY");
    for (String answer :
        List.of(
            "HTTP/1.1 " + VALUE + "\r\n\r\n",
            VALUE + "\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: " + VALUE + "\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + VALUE + "\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\ns3cr3t;x\r\n",
            "HTTP/1.1 s3cr3t\r\n\r\n",
            "HTTP/1.1 302 x\r\nLocation: ftp://" + VALUE + "\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 302 x\r\nLocation: http://" + VALUE + "/\r\nContent-Length: 0\r\n\r\n")) {
      server.answer = Receiver.raw(answer);
      Response response =
          client.make(new Asked(server.url("/")).follow(1).field("X", "((secret:key))"));
      assertThat(response.error()).as(answer).isNotZero();
      assertThat(response.body()).doesNotContainIgnoringCase("s3cr3t");
    }
    assertThat(client.audited)
        .allSatisfy(
            each ->
                assertThat(each.outcome().detail())
                    .doesNotContainIgnoringCase("s3cr3t")
                    .doesNotContain("\n"));
  }

  @Test
  void a_secret_in_a_link_a_pipe_or_a_directory_is_refused() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), VALUE);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    permitSecret("file: " + link);
    assertDenied();
    Path mounted = Files.createDirectory(directory.resolve("mounted"));
    Process made =
        new ProcessBuilder("mkfifo", "-m", "600", mounted.resolve("key").toString()).start();
    assertThat(made.waitFor()).isZero();
    permitSecret("directory: " + mounted);
    assertDenied();
    Files.delete(mounted.resolve("key"));
    assertDenied();
    Files.createDirectory(mounted.resolve("key"));
    assertDenied();
    Files.delete(mounted.resolve("key"));
    Files.createSymbolicLink(mounted.resolve("key"), file);
    client.make(new Asked(server.url("/")).field("X", "((secret:key))"));
    assertThat(server.sent.get(0).field("X")).as("as Kubernetes mounts it").isEqualTo(VALUE);
  }

  private void assertDenied() {
    assertThatThrownBy(() -> client.make(new Asked(server.url("/")).field("X", "((secret:key))")))
        .isInstanceOf(HttpDeniedException.class)
        .hasMessageContaining("the secret 'key' cannot be used");
  }

  @Test
  void a_request_under_way_ends_with_its_command_and_leaves_the_quota() throws Exception {
    client.permit(origin(server));
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch gone = new CountDownLatch(1);
    server.answer =
        (socket, out) -> {
          asked.countDown();
          Receiver.silence().to(socket, out);
          gone.countDown();
        };
    AtomicReference<Object> end = new AtomicReference<>();
    Thread guest =
        new Thread(
            () -> {
              try {
                end.set(client.get(server.url("/")));
              } catch (InterruptedException e) {
                end.set(e);
              }
            });
    guest.start();
    assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
    guest.interrupt();
    guest.join();
    assertThat(end.get()).isInstanceOf(InterruptedException.class);
    assertThat(gone.await(60, TimeUnit.SECONDS)).as("the connection is closed").isTrue();
    assertThat(client.audited.get(0).outcome().word()).isEqualTo("cancelled");
    server.answer = Receiver.text("next");
    assertThat(client.get(server.url("/")).body()).isEqualTo("next");
  }

  @Test
  void waiting_for_the_quota_counts_and_each_principal_has_its_own() throws Exception {
    RequestQuota quota = new RequestQuota(() -> Instant.EPOCH);
    HttpQuota two = new HttpQuota(3, 2);
    long most = Duration.ofHours(1).toNanos();
    assertThat(quota.begins("ann", two, most)).isEqualTo(most);
    assertThat(quota.begins("ann", two, most)).isEqualTo(most);
    assertThat(quota.begins("ann", two, 1)).as("two at once").isNegative();
    assertThat(quota.begins("bob", two, most)).isEqualTo(most);
    quota.ended("ann");
    assertThat(quota.begins("ann", two, most)).isEqualTo(most);
    quota.ended("ann");
    assertThat(quota.begins("ann", two, 1)).as("three in this second").isNegative();
    CountDownLatch begun = new CountDownLatch(1);
    RequestQuota one = new RequestQuota(() -> Instant.EPOCH);
    one.begins("ann", new HttpQuota(9, 1), most);
    Thread ender =
        new Thread(
            () -> {
              try {
                begun.await();
              } catch (InterruptedException e) {
                return;
              }
              one.ended("ann");
            });
    ender.start();
    begun.countDown();
    assertThat(one.begins("ann", new HttpQuota(9, 1), most)).isBetween(0L, most);
  }

  @Test
  void the_engine_makes_64_requests_at_once_whatever_the_policy_says() throws Exception {
    client.policy(
        "http: [\"%s\"]\nhttp_private: [\"%s\"]\nhttp_at_once: 100\nhttp_per_second: 1000"
            .formatted(origin(server), origin(server).substring("http://".length())),
        "");
    server.answer = Receiver.silence();
    for (int i = 0; i < 64; i++) {
      Thread guest =
          new Thread(
              () -> {
                try {
                  client.get(server.url("/"));
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      guest.setDaemon(true);
      guest.start();
    }
    for (int i = 0; i < 64; i++) {
      server.next();
    }
    Response more = client.get(server.url("/"));
    assertThat(more.error()).isEqualTo(28);
    assertThat(more.body())
        .isEqualTo("the engine makes too many requests at once; try again later");
  }

  @Test
  void what_the_quota_does_not_let_in_says_why() throws Exception {
    client.policy(
        "http: [\"%s\"]\nhttp_private: [\"%s\"]\nhttp_at_once: 1"
            .formatted(origin(server), origin(server).substring("http://".length())),
        "");
    CountDownLatch asked = new CountDownLatch(1);
    server.answer =
        (socket, out) -> {
          asked.countDown();
          Receiver.silence().to(socket, out);
        };
    Thread first =
        new Thread(
            () -> {
              try {
                client.get(server.url("/"));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    first.start();
    assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
    Response second = client.make(new Asked(server.url("/")).timeout(50));
    first.interrupt();
    first.join();
    assertThat(second.error()).isEqualTo(28);
    assertThat(second.body())
        .isEqualTo("'ci' has too many requests; it may begin 50 a second and make 1 at once");
    assertThat(client.audited.get(0).outcome().detail()).startsWith("'ci' has too many requests");
  }
}
