package dev.escarole.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.outbox.DeliveryState;
import java.nio.file.Files;
import java.nio.file.Path;
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
    return new Office(
        options.withData(directory.resolve(name)),
        Files.createDirectories(directory.resolve("of-" + name)),
        new TestClock(),
        "channels:\n" + Office.webhook("ops", receiver.url("/"), ""));
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
