package dev.escarole.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.http.Receiver;
import dev.escarole.engine.store.outbox.DeliveryState;
import dev.escarole.engine.store.outbox.StoredDelivery;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Receivers and addresses that mean harm. */
@Timeout(120)
class HostileReceiverTest {

  @TempDir Path directory;

  private final TestClock clock = new TestClock();

  private Office office(Receiver receiver) throws IOException {
    return Office.at(
        directory, clock, "channels:\n" + Office.webhook("ops", receiver.url("/t0ken"), ""));
  }

  @Test
  void a_redirect_is_not_followed() throws Exception {
    try (Receiver target = new Receiver();
        Receiver receiver = new Receiver();
        Office office = office(receiver)) {
      receiver.answer = Receiver.status(307, "Location: " + target.url("/inside"));
      office.fail("ops");
      office.notifications.deliverDue();
      StoredDelivery delivery = office.deliveries().get(0);
      assertThat(delivery.state()).isEqualTo(DeliveryState.DEAD);
      assertThat(delivery.lastError()).contains("307").contains("redirect");
      assertThat(target.sent).isEmpty();
    }
  }

  @Test
  void a_wait_of_years_is_not_obeyed() throws Exception {
    try (Receiver receiver = new Receiver();
        Office office = office(receiver)) {
      receiver.answer = Receiver.status(503, "Retry-After: 999999999");
      office.fail("ops");
      office.notifications.deliverDue();
      clock.pass(Courier.LONGEST_ASKED);
      office.notifications.deliverDue();
      assertThat(receiver.sent).hasSize(2);
    }
  }

  @Test
  void receivers_that_are_slow_or_endless_or_talk_nonsense_hold_nobody_up() throws Exception {
    List<Receiver.Answer> answers =
        List.of(
            Receiver.silence(),
            Receiver.endless("H"),
            Receiver.endless("HTTP/1.1 100 Continue\r\n\r\n"),
            Receiver.endless("HTTP/1.1 200 OK\r\nX: y"),
            Receiver.raw("SSH-2.0-OpenSSH\r\n\r\n"),
            Receiver.raw(""));
    try (Receiver receiver = new Receiver();
        Office office =
            new Office(
                EngineOptions.inMemory(),
                directory,
                clock,
                "channels:\n" + Office.webhook("ops", receiver.url("/"), ""),
                InetAddress::getAllByName,
                Duration.ofMillis(500))) {
      office.fail("ops");
      for (Receiver.Answer each : answers) {
        receiver.answer = each;
        office.notifications.deliverDue();
        StoredDelivery delivery = office.deliveries().get(0);
        assertThat(delivery.state()).isEqualTo(DeliveryState.DUE);
        assertThat(delivery.lastError()).isNotBlank();
        clock.pass(Duration.ofHours(1));
      }
      assertThat(receiver.sent).hasSize(answers.size());
      receiver.answer = Receiver.endless("HTTP/1.1 200 OK\r\n\r\nand so on");
      office.notifications.deliverDue();
      assertThat(office.count(DeliveryState.SENT)).as("the body does not matter").isEqualTo(1);
    }
  }

  @Test
  void private_addresses_are_refused_unless_the_operator_allows_them() throws Exception {
    try (Receiver receiver = new Receiver();
        Office office =
            Office.at(
                directory,
                clock,
                """
                channels:
                  ops: {webhook: "http://127.0.0.1:%1$d/", allow_http: true}
                  other: {webhook: "http://localhost:%1$d/", allow_http: true, allow_private: 10.0.0.0/8}
                """
                    .formatted(receiver.port()))) {
      office.fail("ops", "other");
      office.notifications.deliverDue();
      assertThat(office.deliveries())
          .allSatisfy(each -> assertThat(each.state()).isEqualTo(DeliveryState.DEAD))
          .allSatisfy(
              each -> assertThat(each.lastError()).contains("which 'allow_private' does not name"));
      assertThat(receiver.sent).isEmpty();
    }
  }

  @Test
  void a_name_is_looked_up_once_and_what_was_judged_is_connected_to() throws Exception {
    AtomicInteger lookups = new AtomicInteger();
    try (Receiver receiver = new Receiver();
        Office office =
            new Office(
                EngineOptions.inMemory(),
                directory,
                clock,
                """
                channels:
                  ops: {webhook: "http://hook.example:%d/", allow_http: true, allow_private: 127.0.0.1}
                """
                    .formatted(receiver.port()),
                host -> {
                  // A second look-up would lead elsewhere.
                  String address = lookups.getAndIncrement() == 0 ? "127.0.0.1" : "127.0.0.99";
                  return new InetAddress[] {InetAddress.getByName(address)};
                },
                Duration.ofSeconds(20))) {
      office.fail("ops");
      office.notifications.deliverDue();
      assertThat(receiver.sent).hasSize(1);
      assertThat(receiver.sent.get(0).field("Host")).startsWith("hook.example:");
      assertThat(lookups).hasValue(1);
      office.fail("ops");
      office.notifications.deliverDue();
      assertThat(office.count(DeliveryState.DEAD)).as("judged anew each time").isEqualTo(1);
    }
  }

  @Test
  void a_name_that_is_also_private_is_not_connected_to_at_all() throws Exception {
    try (Receiver receiver = new Receiver();
        Office office =
            new Office(
                EngineOptions.inMemory(),
                directory,
                clock,
                """
                channels:
                  ops: {webhook: "http://hook.example:%d/", allow_http: true, allow_private: 127.0.0.1}
                """
                    .formatted(receiver.port()),
                host ->
                    new InetAddress[] {
                      InetAddress.getByAddress(new byte[] {127, 0, 0, 1}),
                      InetAddress.getByAddress(new byte[] {(byte) 169, (byte) 254, (byte) 169, -2})
                    },
                Duration.ofSeconds(20))) {
      office.fail("ops");
      office.notifications.deliverDue();
      assertThat(receiver.sent).isEmpty();
      assertThat(office.deliveries().get(0).lastError()).contains("169.254.169.254");
    }
  }

  @Test
  void secrets_are_nowhere_to_be_seen() throws Exception {
    try (Receiver receiver = new Receiver()) {
      Path key = Files.writeString(directory.resolve("hmac.key"), "another-signing-key\n");
      assertThat(key.toFile().setReadable(false, false)).isTrue();
      assertThat(key.toFile().setReadable(true, true)).isTrue();
      try (Office office =
          Office.at(
              directory,
              clock,
              "channels:\n"
                  + Office.webhook(
                      "ops", receiver.url("/very-secret-token"), ", key: {file: hmac.key}"))) {
        receiver.answer = Receiver.raw("HTTP/1.1 404 /very-secret-token\r\n\r\n");
        office.fail("ops");
        office.notifications.deliverDue();
        String shown =
            office.notifications.channels()
                + String.valueOf(office.deliveries())
                + office.notifications.test("ops", "ann");
        assertThat(shown)
            .contains("http://127.0.0.1:" + receiver.port())
            .doesNotContain("very-secret-token")
            .doesNotContain("another-signing-key");
      }
    }
  }
}
