package dev.escarole.engine.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.HttpDeniedException;
import dev.escarole.engine.command.HttpGrant;
import dev.escarole.engine.http.WebClient.Asked;
import dev.escarole.engine.http.WebClient.Response;
import dev.escarole.engine.http.dial.MachineProxies;
import dev.escarole.engine.http.dial.TrustedCertificates;
import dev.escarole.engine.notify.TestCertificate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests through the proxy of the machine, and what keeps them from being made so. */
@Timeout(120)
class HttpProxyTest {

  private static final String ESTABLISHED = "HTTP/1.1 200 Connection established\r\n\r\n";

  /** Heads of the requests in tunnels. */
  private final List<String> inside = new CopyOnWriteArrayList<>();

  private static SSLContext keys;
  private static SSLSocketFactory trusted;

  private WebClient client;
  private Receiver proxy;

  @BeforeAll
  static void certify(@TempDir Path directory) throws Exception {
    Path pem = directory.resolve("ca.pem");
    keys = TestCertificate.make(pem, "dns:a.example");
    trusted = TrustedCertificates.in(pem);
  }

  @BeforeEach
  void open() throws Exception {
    client = new WebClient(() -> trusted);
    proxy = new Receiver();
    // Answers as the server itself would.
    proxy.answer =
        (socket, out) -> {
          out.write(ESTABLISHED.getBytes(StandardCharsets.US_ASCII));
          inside.add(head(socket.getInputStream()));
          Receiver.text("through the proxy").to(socket, out);
        };
    client.lookup =
        host -> {
          throw new UnknownHostException(host);
        };
    client.environment.put("http_proxy", "http://127.0.0.1:" + proxy.port());
    client.environment.put("HTTPS_PROXY", "127.0.0.1:" + proxy.port());
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    proxy.close();
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    return head.toString();
  }

  private void permit(String origin, String more) {
    client.recipe = List.of(HttpGrant.parse(origin));
    client.policy("http: [\"" + origin + "\"]\nhttp_proxy: true\n" + more, "");
    client.lookup =
        host -> {
          if (host.equals("127.0.0.1")) {
            return new InetAddress[] {InetAddress.getLoopbackAddress()};
          }
          throw new UnknownHostException(host);
        };
  }

  @Test
  void a_proxy_is_used_only_if_the_policy_says_so() throws Exception {
    permit("http://a.example", "");
    client.policy("http: [\"http://a.example\"]", "");
    assertThat(client.get("http://a.example/x").error()).as("looked up here").isEqualTo(6);
    assertThat(proxy.sent).isEmpty();
    permit("http://a.example", "");
    assertThat(client.get("http://a.example/x").body()).isEqualTo("through the proxy");
    assertThat(proxy.sent.get(0).head())
        .isEqualTo("CONNECT a.example:80 HTTP/1.1\r\nHost: a.example:80\r\n\r\n");
    assertThat(inside.get(0)).startsWith("GET /x HTTP/1.1\r\nHost: a.example\r\n");
  }

  @Test
  void tls_is_spoken_with_the_server_and_not_with_the_proxy() throws Exception {
    permit("https://a.example", "");
    proxy.answer =
        (socket, out) -> {
          out.write(ESTABLISHED.getBytes(StandardCharsets.US_ASCII));
          Socket secure =
              keys.getSocketFactory()
                  .createSocket(socket, new ByteArrayInputStream(new byte[0]), true);
          inside.add(head(secure.getInputStream()));
          Receiver.text("secret").to(secure, secure.getOutputStream());
          secure.getOutputStream().flush();
        };
    Response response =
        client.make(new Asked("https://a.example/").field("Authorization", "Bearer own"));
    assertThat(response.body()).isEqualTo("secret");
    assertThat(proxy.sent.get(0).head()).startsWith("CONNECT a.example:443 ").doesNotContain("own");
    assertThat(inside.get(0)).contains("Authorization: Bearer own");
    permit("https://b.example", "");
    assertThat(client.get("https://b.example/").error()).as("another name").isEqualTo(35);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://intranet",
        "http://metadata.google.internal",
        "http://printer.local",
        "http://10.0.0.1",
        "http://169.254.169.254",
        "http://[fd00:ec2::254]",
        "http://[64:ff9b::a9fe:a9fe]"
      })
  void what_is_private_by_name_or_address_needs_the_policy(String origin) throws Exception {
    permit(origin, "");
    assertThatThrownBy(() -> client.get(origin + "/"))
        .isInstanceOf(HttpDeniedException.class)
        .hasMessageContaining("is a private ")
        .hasMessageContaining("add " + origin.substring("http://".length()) + ":80 to it");
    assertThat(proxy.sent).isEmpty();
    permit(origin, "http_private: [\"" + origin.substring("http://".length()) + ":80\"]");
    assertThat(client.get(origin + "/").status()).isEqualTo(200);
  }

  @Test
  void a_redirect_is_judged_like_a_request() throws Exception {
    permit("http://a.example", "");
    proxy.answer =
        (socket, out) -> {
          out.write(ESTABLISHED.getBytes(StandardCharsets.US_ASCII));
          inside.add(head(socket.getInputStream()));
          Receiver.status(302, "Location: http://intranet/").to(socket, out);
        };
    assertThatThrownBy(() -> client.make(new Asked("http://a.example/").follow(1)))
        .isInstanceOf(HttpDeniedException.class);
    assertThat(proxy.sent).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP/1.1 403 Forbidden, 7, refuses the connection with status 403",
    "HTTP/1.1 407 Who, 7, refuses the connection with status 407",
    "HTTP/1.1 200, 7, the response ended too early",
    "SSH-2.0, 7, does not answer as one"
  })
  void a_proxy_that_refuses_is_an_error(String line, int error, String why) throws Exception {
    permit("http://a.example", "");
    proxy.answer = Receiver.raw(line + "\r\n\r\n");
    Response response = client.get("http://a.example/");
    if (line.endsWith("200")) {
      assertThat(response.error()).isEqualTo(52);
    } else {
      assertThat(response.error()).isEqualTo(error);
      assertThat(response.body()).contains(why);
    }
  }

  @Test
  void an_endless_head_and_a_malformed_proxy_are_errors() throws Exception {
    permit("http://a.example", "");
    proxy.answer = Receiver.endless("HTTP/1.1 200 OK\r\nX: y");
    assertThat(client.get("http://a.example/").body()).contains("does not answer as one");
    client.environment.put("http_proxy", "socks5://x");
    assertThat(client.get("http://a.example/").body())
        .contains("proxy of this machine is malformed");
    client.environment.remove("http_proxy");
    assertThat(client.get("http://a.example/").error()).as("none: looked up here").isEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource({
    "a.example, true",
    "x.b.example, false",
    "b.example, false",
    "xb.example, true",
    "c.example, false",
    "10.1.2.3, false",
    "11.1.2.3, true",
    "localhost, false",
    "127.0.0.9, false",
    "::1, false"
  })
  void no_proxy_lists_names_suffixes_and_ranges(String host, boolean proxied) {
    Map<String, String> variables =
        Map.of("http_proxy", "http://p:1", "NO_PROXY", ".b.example, c.example,10.0.0.0/8");
    assertThat(MachineProxies.of(variables::get).forHost(host, false) != null).isEqualTo(proxied);
    assertThat(MachineProxies.of(variables::get).forHost(host, true)).isNull();
  }

  @Test
  void the_password_of_a_proxy_is_in_no_message() {
    Map<String, String> variables = Map.of("http_proxy", "http://ann:pw@proxy.example:3128");
    assertThat(MachineProxies.of(variables::get).forHost("a.example", false))
        .isNotNull()
        .satisfies(
            each -> {
              assertThat(each.host()).isEqualTo("proxy.example");
              assertThat(each.port()).isEqualTo(3128);
              assertThat(each.authorization()).isEqualTo("Basic YW5uOnB3");
              assertThat(each.toString()).doesNotContain("YW5uOnB3");
            });
  }
}
