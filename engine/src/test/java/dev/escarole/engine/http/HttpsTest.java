package dev.escarole.engine.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.http.WebClient.Asked;
import dev.escarole.engine.http.WebClient.Response;
import dev.escarole.engine.http.dial.TrustedCertificates;
import dev.escarole.engine.notify.TestCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests over TLS to real servers with certificates of their own. */
@Timeout(120)
class HttpsTest {

  private static SSLContext keys;
  private static SSLSocketFactory trusted;

  private Receiver plain;

  @BeforeAll
  static void certify(@TempDir Path directory) throws Exception {
    Path pem = directory.resolve("ca.pem");
    keys = TestCertificate.make(pem, "dns:localhost");
    trusted = TrustedCertificates.in(pem);
  }

  @BeforeEach
  void open() throws Exception {
    plain = new Receiver();
  }

  @AfterEach
  void close() throws Exception {
    plain.close();
  }

  private static String origin(String host, Receiver server) {
    return "https://" + host + ":" + server.port();
  }

  @Test
  void a_certificate_that_is_trusted_is_enough() throws Exception {
    try (Receiver server = new Receiver(keys);
        WebClient client = new WebClient(() -> trusted)) {
      server.answer = Receiver.text("over TLS");
      client.permit(origin("localhost", server));
      Response response = client.get(origin("localhost", server) + "/x");
      assertThat(response.body()).isEqualTo("over TLS");
      assertThat(server.sent.get(0).field("Host")).isEqualTo("localhost:" + server.port());
      assertThat(client.audited.get(0).call().principal()).isEqualTo(new Principal("ci", false));
    }
  }

  @Test
  void a_certificate_of_another_name_or_authority_is_not() throws Exception {
    try (Receiver server = new Receiver(keys);
        WebClient client = new WebClient(() -> trusted);
        WebClient other = new WebClient()) {
      client.permit(origin("127.0.0.1", server));
      Response response = client.get(origin("127.0.0.1", server) + "/");
      assertThat(response.error()).as("another name").isEqualTo(35);
      assertThat(response.body()).startsWith("no secure connection to 127.0.0.1: ");
      other.permit(origin("localhost", server));
      assertThat(other.get(origin("localhost", server) + "/").error())
          .as("another authority")
          .isEqualTo(35);
      assertThat(server.sent).isEmpty();
    }
  }

  @Test
  void a_server_without_tls_gets_no_request() throws Exception {
    try (WebClient client = new WebClient(() -> trusted)) {
      client.permit(origin("localhost", plain));
      Response response = client.make(new Asked(origin("localhost", plain) + "/").timeout(500));
      assertThat(response.error()).as(response.body()).isEqualTo(28);
      assertThat(plain.sent).isEmpty();
    }
  }

  @Test
  void a_server_that_hangs_up_before_tls_is_not_secure() throws Exception {
    try (ServerSocket rude = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        WebClient client = new WebClient(() -> trusted)) {
      Thread hanger =
          new Thread(
              () -> {
                try (Socket socket = rude.accept()) {
                  socket.setSoLinger(true, 0);
                  int unused = socket.getInputStream().read();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      hanger.start();
      String there = "https://127.0.0.1:" + rude.getLocalPort();
      client.permit(there);
      assertThat(client.get(there + "/").error()).isEqualTo(35);
      hanger.join();
    }
  }

  @Test
  void a_redirect_to_plain_http_is_another_origin() throws Exception {
    try (Receiver server = new Receiver(keys);
        WebClient client = new WebClient(() -> trusted)) {
      String there = "http://127.0.0.1:" + plain.port();
      client.permit(origin("localhost", server), there);
      server.answer = Receiver.status(302, "Location: " + there + "/");
      client.make(
          new Asked(origin("localhost", server) + "/")
              .follow(1)
              .user("ann:pw")
              .field("X-Token", "own"));
      assertThat(server.sent.get(0).field("Authorization")).isNotEmpty();
      assertThat(plain.sent.get(0).head()).doesNotContain("Authorization", "own");
    }
  }
}
