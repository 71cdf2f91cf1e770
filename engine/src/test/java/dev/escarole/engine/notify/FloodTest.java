package dev.escarole.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.http.Receiver;
import dev.escarole.engine.store.outbox.DeliveryState;
import dev.escarole.engine.store.outbox.StoredDelivery;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** More to tell than people can read. */
@Timeout(300)
class FloodTest {

  private static final String NAMED =
      "{\"name\": \"%s\", \"notify\": {\"on\": \"failed\", \"to\": \"ops\"}, \"template\": \"false\"}";

  @TempDir Path directory;

  private final TestClock clock = new TestClock();

  private Office office(Receiver receiver, int perHour) throws IOException {
    return Office.at(
        directory,
        clock,
        "channels:\n"
            + Office.webhook(
                "ops", receiver.url("/"), perHour == 0 ? "" : ", per_hour: " + perHour));
  }

  private static JsonNode body(Receiver.Sent sent) {
    try {
      return new ObjectMapper().readTree(sent.body());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** How many messages those that arrived stand for. */
  private static long told(List<Receiver.Sent> sent) {
    return sent.stream().mapToLong(each -> 1 + body(each).at("/held/count").asLong()).sum();
  }

  @Test
  void a_recipe_that_fails_all_the_time_fills_no_channel_and_every_failure_is_counted()
      throws Exception {
    try (Receiver receiver = new Receiver()) {
      int failures = 0;
      for (int hour = 1; hour <= 2; hour++) {
        // The pace outlives the process.
        try (Office office = office(receiver, 10)) {
          int before = receiver.sent.size();
          for (int half = 0; half < 120; half++) {
            office.run(NAMED.formatted(hour == 1 && half == 100 ? "the rare one" : "nightly"));
            failures++;
            office.notifications.deliverDue();
            clock.pass(Duration.ofSeconds(30));
          }
          assertThat(receiver.sent.size() - before).isBetween(5, 10);
          assertThat(told(receiver.sent) + office.count(DeliveryState.DUE)).isEqualTo(failures);
        }
      }
      try (Office office = office(receiver, 10)) {
        for (int i = 0; i < 3; i++) {
          clock.pass(Duration.ofMinutes(12));
          office.notifications.deliverDue();
        }
        assertThat(told(receiver.sent)).isEqualTo(failures);
        assertThat(office.count(DeliveryState.DUE)).isZero();
        assertThat(office.count(DeliveryState.SENT)).isEqualTo(receiver.sent.size());
        assertThat(office.count(DeliveryState.SENT) + office.count(DeliveryState.HELD))
            .isEqualTo(failures);
      }
      JsonNode rare =
          receiver.sent.stream()
              .map(FloodTest::body)
              .filter(each -> each.at("/held/groups").toString().contains("the rare one"))
              .findFirst()
              .orElseThrow();
      assertThat(rare.at("/held/groups/0/recipe").asText())
          .as("what a flood hides comes first")
          .isEqualTo("the rare one");
      assertThat(rare.at("/held/groups/0/count").asInt()).isEqualTo(1);
    }
  }

  @Test
  void what_was_held_back_says_where_it_is_counted_and_can_be_sent() throws Exception {
    try (Receiver receiver = new Receiver();
        Office office = office(receiver, 2)) {
      for (int i = 0; i < 5; i++) {
        office.fail("ops");
      }
      office.notifications.deliverDue();
      assertThat(receiver.sent).hasSize(1);
      clock.pass(Duration.ofHours(1));
      office.notifications.deliverDue();
      assertThat(receiver.sent).hasSize(2);
      JsonNode carrier = body(receiver.sent.get(1));
      assertThat(carrier.at("/held/count").asInt()).isEqualTo(3);
      StoredDelivery held =
          office.deliveries().stream()
              .filter(each -> each.state() == DeliveryState.HELD)
              .findFirst()
              .orElseThrow();
      assertThat(held.lastError()).contains("counted in " + carrier.get("id").asText());
      clock.pass(Duration.ofHours(2));
      assertThat(office.notifications.resend(held.id())).isPresent();
      assertThat(receiver.next()).isNotNull();
      assertThat(receiver.next()).isNotNull();
      JsonNode sent = body(receiver.next());
      assertThat(sent.get("id").asText()).isEqualTo(held.id());
      assertThat(sent.has("held")).isFalse();
    }
  }

  @Test
  void a_receiver_that_is_down_meanwhile_gets_the_same_count_later() throws Exception {
    try (Receiver receiver = new Receiver();
        Office office = office(receiver, 2)) {
      office.fail("ops");
      office.notifications.deliverDue();
      for (int i = 0; i < 4; i++) {
        office.fail("ops");
      }
      receiver.answer = Receiver.status(503);
      clock.pass(Duration.ofHours(1));
      office.notifications.deliverDue();
      office.fail("ops");
      receiver.answer = Receiver.status(200);
      for (int i = 0; i < 3; i++) {
        clock.pass(Duration.ofHours(1));
        office.notifications.deliverDue();
      }
      JsonNode failed = body(receiver.sent.get(1));
      assertThat(failed.at("/held/count").asInt()).isEqualTo(3);
      assertThat(receiver.sent).extracting(FloodTest::body).filteredOn(failed::equals).hasSize(2);
      assertThat(receiver.sent).hasSize(4);
      assertThat(office.count(DeliveryState.HELD)).isEqualTo(3);
      assertThat(office.count(DeliveryState.SENT)).isEqualTo(3);
    }
  }

  @Test
  void programs_are_told_everything_unless_the_operator_limits_them() throws Exception {
    try (Receiver receiver = new Receiver();
        Office office = office(receiver, 0)) {
      for (int i = 0; i < 100; i++) {
        office.fail("ops");
      }
      office.notifications.deliverDue();
      assertThat(receiver.sent).hasSize(100);
      assertThat(office.count(DeliveryState.HELD)).isZero();
    }
  }

  @Test
  void mail_has_a_limit_by_itself_and_says_in_its_subject_how_many_it_stands_for()
      throws Exception {
    try (MailServer server = new MailServer();
        Office office =
            new Office(
                EngineOptions.inMemory(),
                directory,
                clock,
                """
                channels:
                  ops: {smtp: "localhost:%d", encryption: none, from: a@example.org, to: b@example.org,
                    allow_private: [127.0.0.1, "::1"]}
                """
                    .formatted(server.port()),
                InetAddress::getAllByName,
                Duration.ofSeconds(20))) {
      for (int i = 0; i < 100; i++) {
        office.run(NAMED.formatted("nightly"));
      }
      office.notifications.deliverDue();
      assertThat(server.mails).hasSize(30);
      clock.pass(Duration.ofMinutes(2));
      office.notifications.deliverDue();
      assertThat(server.mails).hasSize(31);
      assertThat(server.mails.get(30))
          .contains("Subject: [escarole] Failed: nightly (and 69 more)")
          .contains("69 =C3=97 failed: nightly");
      assertThat(office.count(DeliveryState.DUE)).isZero();
    }
  }
}
