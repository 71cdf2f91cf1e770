package dev.escarole.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.store.outbox.DeliveryState;
import dev.escarole.engine.store.outbox.StoredDelivery;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mail about runs, to a real server. */
@Timeout(120)
class MailTest {

  @TempDir Path directory;

  private final TestClock clock = new TestClock();

  private Office office(MailServer server, String more) throws IOException {
    return new Office(
        EngineOptions.inMemory(),
        directory,
        clock,
        """
        channels:
          ops:
            smtp: localhost:%d
            encryption: none
            from: escarole@example.org
            to: [ann@example.org, bob@example.org]
            %s
        """
            .formatted(server.port(), more),
        InetAddress::getAllByName,
        Duration.ofSeconds(2));
  }

  private static final String HERE = "allow_private: [127.0.0.1, \"::1\"]";

  private static MimeMessage parsed(String mail) throws Exception {
    return new MimeMessage(
        null, new ByteArrayInputStream(mail.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @Test
  void a_failed_run_is_told_by_mail() throws Exception {
    try (MailServer server = new MailServer();
        Office office = office(server, HERE)) {
      String run = office.fail("ops").run().value();
      office.notifications.deliverDue();
      assertThat(office.deliveries()).extracting(StoredDelivery::lastError).containsOnlyNulls();
      assertThat(server.mails).hasSize(1);
      MimeMessage mail = parsed(server.mails.get(0));
      assertThat(mail.getSubject()).isEqualTo("[escarole] Failed: nightly");
      assertThat(mail.getMessageID()).isEqualTo("<" + run + "-failed-ops@escarole>");
      assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-generated");
      assertThat(String.valueOf(mail.getContent()))
          .contains("Run " + run)
          .contains("exited with code 1");
      assertThat(server.commands)
          .anyMatch(each -> each.startsWith("RCPT TO:<ann@example.org>"))
          .anyMatch(each -> each.startsWith("RCPT TO:<bob@example.org>"));
    }
  }

  @Test
  void a_name_with_line_ends_adds_no_header_and_no_command() throws Exception {
    try (MailServer server = new MailServer();
        Office office = office(server, HERE)) {
      office.run(
          "{\"name\": \"ü\\r\\nBcc: eve@example.org\\r\\n\\r\\n.\\r\\nRCPT TO:<eve@example.org>\","
              + " \"notify\": {\"on\": \"failed\", \"to\": \"ops\"}, \"template\": \"false\"}");
      office.notifications.deliverDue();
      MimeMessage mail = parsed(server.mails.get(0));
      assertThat(mail.getHeader("Bcc")).isNull();
      assertThat(mail.getSubject()).startsWith("[escarole] Failed: ü Bcc: eve@example.org");
      assertThat(server.commands).noneMatch(each -> each.startsWith("RCPT TO:<eve"));
      assertThat(server.mails).hasSize(1);
    }
  }

  @Test
  void a_private_mail_server_is_refused_unless_the_operator_allows_it() throws Exception {
    try (MailServer server = new MailServer();
        Office office = office(server, "")) {
      office.fail("ops");
      office.notifications.deliverDue();
      assertThat(office.deliveries().get(0).state()).isEqualTo(DeliveryState.DEAD);
      assertThat(office.deliveries().get(0).lastError()).contains("private address");
      assertThat(server.commands).isEmpty();
    }
  }

  @Test
  void a_mail_server_that_is_busy_or_silent_is_tried_again_and_one_that_refuses_is_not()
      throws Exception {
    try (MailServer server = new MailServer();
        Office office = office(server, HERE)) {
      office.fail("ops");
      server.toRecipient = "451 busy";
      office.notifications.deliverDue();
      assertThat(office.deliveries().get(0).state()).isEqualTo(DeliveryState.DUE);
      clock.pass(Duration.ofHours(1));
      server.silent = true;
      office.notifications.deliverDue();
      assertThat(office.deliveries().get(0).lastError()).isEqualTo("the mail server took too long");
      clock.pass(Duration.ofHours(1));
      server.silent = false;
      server.toRecipient = "550 nobody of that name";
      office.notifications.deliverDue();
      assertThat(office.deliveries().get(0).state()).isEqualTo(DeliveryState.DEAD);
      assertThat(office.deliveries().get(0).lastError()).contains("refused");
    }
  }
}
