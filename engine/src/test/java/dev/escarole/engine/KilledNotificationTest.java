package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.notify.Notifications;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.outbox.DeliveryFilter;
import dev.escarole.engine.store.outbox.DeliveryState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process is killed again and again while it ends runs and delivers messages about them. */
@Timeout(600)
class KilledNotificationTest {

  private static final int KILLS = 5;

  @TempDir Path directory;

  @Test
  void each_failed_run_has_one_message_and_each_message_arrives() throws Exception {
    Files.writeString(directory.resolve("notify.yaml"), "channels: {log: {file: told.jsonl}}\n");
    List<String> promised = new ArrayList<>();
    for (int kill = 1; kill <= KILLS; kill++) {
      try (ChildJvm victim = ChildJvm.start(NotificationVictim.class, directory.toString())) {
        for (int run = 0; run < 7 * kill; run++) {
          promised.add(victim.line());
        }
      }
    }
    List<String> failed;
    try (Engine engine = Engine.open(EngineOptions.at(directory))) {
      for (RunHandle resumed : engine.resumed()) {
        assertThat(resumed.await().status()).isEqualTo(RunStatus.FAILED);
      }
      InstantSource clock = InstantSource.system();
      Notifications.open(engine, clock, true);
      Notifications notifications = Notifications.of(engine, clock);
      while (notifications.counts().containsKey(DeliveryState.DUE)) {
        Thread.onSpinWait();
      }
      failed =
          engine.records().runs(RunQuery.latest(10_000)).stream()
              .filter(run -> run.status() == RunStatus.FAILED)
              .map(StoredRun::id)
              .map(id -> id.value())
              .toList();
      assertThat(notifications.list(DeliveryFilter.ALL, Long.MAX_VALUE, 10_000))
          .as("one message for each run, no more and no fewer")
          .allSatisfy(each -> assertThat(each.state()).isEqualTo(DeliveryState.SENT))
          .extracting(each -> each.run().value())
          .containsExactlyInAnyOrderElementsOf(failed);
    }
    assertThat(failed).containsAll(promised);
    List<String> told = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (String line : Files.readAllLines(directory.resolve("told.jsonl"))) {
      JsonNode message = new ObjectMapper().readTree(line);
      told.add(message.get("run").asText());
      ids.add(message.get("id").asText());
    }
    assertThat(told).as("at least once").containsAll(failed);
    assertThat(ids).as("by which a receiver can drop doubles").hasSameSizeAs(failed);
    assertThat(told.size() - failed.size())
        .as("a message arrives twice only where a process was killed")
        .isLessThanOrEqualTo(KILLS);
  }
}
