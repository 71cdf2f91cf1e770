package dev.escarole.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.store.outbox.DeliveryState;
import dev.escarole.engine.store.outbox.StoredDelivery;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Secure connections to real receivers whose certificates are made here. */
@Timeout(120)
class TlsTest {

  private static final String CHANNELS =
      "channels:\n  ops: {%s, allow_private: [127.0.0.1, \"::1\"]%s}\n";
  private static final String MAIL =
      "smtp: \"localhost:%d\", encryption: %s, user: ann, password: t0p-s3cret, from: a@example.org,"
          + " to: b@example.org";
  private static final String CA = ", ca: ca.pem";

  @TempDir Path directory;

  private final TestClock clock = new TestClock();
  private final List<String> bodies = new CopyOnWriteArrayList<>();

  private SSLContext certificate(String name) throws Exception {
    Path pem = directory.resolve("ca.pem");
    SSLContext context = TestCertificate.make(pem, name);
    Files.setPosixFilePermissions(pem, PosixFilePermissions.fromString("rw-r--r--"));
    return context;
  }

  private Office office(String channel, String more) throws IOException {
    return new Office(
        EngineOptions.inMemory(),
        directory,
        clock,
        CHANNELS.formatted(channel, more),
        InetAddress::getAllByName,
        Duration.ofSeconds(20));
  }

  private StoredDelivery told(String channel, String more) throws Exception {
    try (Office office = office(channel, more)) {
      assertThat(office.notifications.trouble()).isNull();
      office.fail("ops");
      office.notifications.deliverDue();
      return office.deliveries().get(0);
    }
  }

  private HttpsServer web(SSLContext context) throws IOException {
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  @Test
  void a_webhook_is_reached_over_tls_only_if_its_certificate_is_trusted() throws Exception {
    HttpsServer server = web(certificate("dns:localhost"));
    try {
      String channel =
          "webhook: \"https://localhost:%d/\"".formatted(server.getAddress().getPort());
      StoredDelivery distrusted = told(channel, "");
      assertThat(distrusted.state()).isEqualTo(DeliveryState.DUE);
      assertThat(distrusted.lastError()).startsWith("no secure connection");
      assertThat(bodies).isEmpty();
      assertThat(told(channel, CA).state()).isEqualTo(DeliveryState.SENT);
      assertThat(bodies).hasSize(1);
      assertThat(bodies.get(0)).contains("\"event\":\"failed\"");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void a_certificate_for_another_name_is_not_good_enough() throws Exception {
    SSLContext context = certificate("dns:other.example");
    HttpsServer server = web(context);
    try (MailServer mail = new MailServer(context, /* secureFromTheStart= */ false)) {
      String channel =
          "webhook: \"https://localhost:%d/\"".formatted(server.getAddress().getPort());
      assertThat(told(channel, CA).lastError()).startsWith("no secure connection");
      assertThat(bodies).isEmpty();
      assertThat(told(MAIL.formatted(mail.port(), "starttls"), CA).state())
          .isEqualTo(DeliveryState.DUE);
      assertThat(mail.mails).isEmpty();
      assertThat(mail.commands).noneMatch(each -> each.startsWith("AUTH"));
    } finally {
      server.stop(0);
    }
  }

  @Test
  void mail_is_sent_over_tls_from_the_start() throws Exception {
    try (MailServer server =
        new MailServer(certificate("dns:localhost"), /* secureFromTheStart= */ true)) {
      StoredDelivery told = told(MAIL.formatted(server.port(), "tls"), CA);
      assertThat(told.lastError()).isNull();
      assertThat(server.mails).hasSize(1);
      assertThat(server.commands.get(0)).isEqualTo("(secure)");
      assertThat(server.commands).anyMatch(each -> each.startsWith("AUTH PLAIN"));
    }
  }

  @Test
  void mail_is_secured_by_starttls_before_the_password_is_sent() throws Exception {
    try (MailServer server =
        new MailServer(certificate("dns:localhost"), /* secureFromTheStart= */ false)) {
      StoredDelivery told = told(MAIL.formatted(server.port(), "starttls"), CA);
      assertThat(told.lastError()).isNull();
      assertThat(server.mails).hasSize(1);
      String login = "ann\0ann\0t0p-s3cret";
      String auth =
          "AUTH PLAIN "
              + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
      assertThat(server.commands).contains(auth);
      assertThat(server.commands.indexOf("STARTTLS"))
          .isLessThan(server.commands.indexOf("(secure)"));
      assertThat(server.commands.indexOf("(secure)")).isLessThan(server.commands.indexOf(auth));
    }
  }

  @Test
  void nothing_is_sent_by_a_mail_server_that_has_no_starttls_or_nobody_trusts() throws Exception {
    SSLContext context = certificate("dns:localhost");
    try (MailServer plain = new MailServer();
        MailServer strange = new MailServer(context, /* secureFromTheStart= */ false)) {
      assertThat(told(MAIL.formatted(plain.port(), "starttls"), CA).state())
          .isNotEqualTo(DeliveryState.SENT);
      assertThat(told(MAIL.formatted(strange.port(), "starttls"), "").state())
          .isNotEqualTo(DeliveryState.SENT);
      assertThat(plain.commands).noneMatch(each -> each.startsWith("AUTH"));
      assertThat(plain.commands).noneMatch(each -> each.startsWith("MAIL"));
      assertThat(strange.commands).noneMatch(each -> each.startsWith("AUTH"));
      assertThat(plain.mails).isEmpty();
      assertThat(strange.mails).isEmpty();
    }
  }

  @Test
  void certificates_that_cannot_be_read_or_that_others_can_change_are_a_mistake() throws Exception {
    Path pem = directory.resolve("ca.pem");
    String channel = "webhook: \"https://localhost:1/\"";
    try (Office office = office(channel, CA)) {
      assertThat(office.notifications.trouble()).contains("ca.pem cannot be used");
    }
    Files.writeString(pem, "no certificate");
    try (Office office = office(channel, CA)) {
      assertThat(office.notifications.trouble()).contains("ca.pem cannot be used");
    }
    var unused = TestCertificate.make(pem, "dns:localhost");
    Files.setPosixFilePermissions(pem, PosixFilePermissions.fromString("rw-rw-rw-"));
    try (Office office = office(channel, CA)) {
      assertThat(office.notifications.trouble()).contains("ca.pem cannot be used");
    }
  }
}
