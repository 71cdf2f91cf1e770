package dev.escarole.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.http.Receiver;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.outbox.DeliveryState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several engines on one PostgreSQL. */
@Timeout(300)
class SharedOutboxTest {

  private static final int RUNS = 20;

  @TempDir Path directory;

  private Office office(EngineOptions options, String name, Receiver receiver) throws Exception {
    return office(options, name, receiver, "");
  }

  private Office office(EngineOptions options, String name, Receiver receiver, String more)
      throws Exception {
    return new Office(
        options.withData(directory.resolve(name)),
        Files.createDirectories(directory.resolve("of-" + name)),
        new TestClock(),
        "channels:\n" + Office.webhook("ops", receiver.url("/"), more));
  }

  @Test
  void several_engines_deliver_each_message_once() throws Exception {
    EngineOptions options = EngineOptions.inMemory().withDatabase(Postgres.newDatabase());
    try (Receiver receiver = new Receiver();
        Office one = office(options, "one", receiver);
        Office other = office(options, "other", receiver)) {
      for (int i = 0; i < RUNS; i++) {
        (i % 2 == 0 ? one : other).fail("ops");
      }
      CompletableFuture.allOf(
              CompletableFuture.runAsync(one.notifications::deliverDue),
              CompletableFuture.runAsync(other.notifications::deliverDue))
          .join();
      assertThat(one.count(DeliveryState.SENT)).isEqualTo(RUNS);
      Set<String> ids = new HashSet<>();
      assertThat(receiver.sent).hasSize(RUNS);
      assertThat(receiver.sent).allMatch(each -> ids.add(each.field("Escarole-Delivery")));
    }
  }

  @Test
  void what_is_too_much_is_counted_once_whichever_engine_sends() throws Exception {
    EngineOptions options = EngineOptions.inMemory().withDatabase(Postgres.newDatabase());
    try (Receiver receiver = new Receiver();
        Office one = office(options, "one", receiver, ", per_hour: 2");
        Office other = office(options, "other", receiver, ", per_hour: 2")) {
      for (int i = 0; i < RUNS; i++) {
        (i % 2 == 0 ? one : other).fail("ops");
      }
      one.notifications.deliverDue();
      other.notifications.deliverDue();
      assertThat(receiver.sent).as("the other engine knows what was sent").hasSize(1);
      one.clock.pass(Duration.ofHours(1));
      one.notifications.deliverDue();
      assertThat(receiver.sent).hasSize(2);
      assertThat(receiver.sent.get(1).text()).contains("\"held\":{\"count\":" + (RUNS - 2));
      assertThat(one.count(DeliveryState.HELD)).isEqualTo(RUNS - 2);
    }
  }

  @Test
  void what_an_engine_has_in_hand_is_left_to_it_while_it_lives() throws Exception {
    EngineOptions options = EngineOptions.inMemory().withDatabase(Postgres.newDatabase());
    try (Receiver receiver = new Receiver();
        Office other = office(options, "other", receiver)) {
      receiver.answer = Receiver.silence();
      try (Office one = office(options, "one", receiver)) {
        one.fail("ops");
        one.notifications.start();
        assertThat(receiver.next().text()).contains("nightly");
        receiver.answer = Receiver.status(200);
        other.notifications.deliverDue();
        assertThat(receiver.sent).hasSize(1);
      }
      other.notifications.deliverDue();
      assertThat(receiver.sent).hasSize(2);
      assertThat(other.count(DeliveryState.SENT)).isEqualTo(1);
    }
  }
}
