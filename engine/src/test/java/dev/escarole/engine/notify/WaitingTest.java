package dev.escarole.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.OutboxAccess;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.http.Receiver;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.await.AwaitAnswer;
import dev.escarole.engine.store.await.StoredAwait;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that wait for people and programs tell of it. */
@Timeout(120)
class WaitingTest {

  private static final String RECIPE =
      "{\"name\": \"release\", \"notify\": {\"on\": \"waiting\", \"to\": \"ops\"},"
          + " \"template\": [\"echo draft\","
          + " {\"label\": \"ok\", \"await\": \"approval\", \"show\": \"Release {v=s3cret}?\"},"
          + " {\"await\": \"callback\"}]}";

  @TempDir Path directory;

  private final TestClock clock = new TestClock();

  private Office office(Receiver receiver) throws IOException {
    return Office.at(
        directory,
        clock,
        "base: https://runs.example\nchannels:\n" + Office.webhook("ops", receiver.url("/"), ""));
  }

  private static RunHandle start(Engine engine) {
    return engine.start(RunRequest.of(new RecipeReader().read(RECIPE, "release.json")).build());
  }

  private static StoredAwait opened(Engine engine, RunId run, String path) {
    Optional<StoredAwait> found = Optional.empty();
    while (found.isEmpty()) {
      Thread.onSpinWait();
      found = engine.decisions().last(run, path);
    }
    return found.get();
  }

  private static void approve(Engine engine, StoredAwait await) {
    assertThat(engine.decisions().decide(await.key(), "ann", true, "").orElseThrow().result())
        .isEqualTo(AwaitAnswer.Result.COUNTED);
  }

  private static JsonNode body(Receiver.Sent sent) throws IOException {
    return new ObjectMapper().readTree(sent.body());
  }

  @Test
  void each_wait_is_told_once_also_when_the_run_is_resumed() throws Exception {
    try (Receiver receiver = new Receiver()) {
      RunId run;
      try (Office office = office(receiver)) {
        run = start(office.engine).id();
        StoredAwait await = opened(office.engine, run, "0.1");
        office.notifications.deliverDue();
        JsonNode told = body(receiver.sent.get(0));
        assertThat(told.get("id").asText())
            .isEqualTo("%s-waiting.%d.1-ops".formatted(run.value(), await.key().step()));
        assertThat(told.get("event").asText()).isEqualTo("waiting");
        assertThat(told.get("waitsFor").asText()).isEqualTo("approval");
        assertThat(told.get("label").asText()).isEqualTo("ok");
        assertThat(told.get("path").asText()).isEqualTo("0.1");
        assertThat(told.get("link").asText()).isEqualTo("https://runs.example/approvals");
        assertThat(told.toString()).as("what only those see who decide").doesNotContain("s3cret");
        office.engine.suspend();
      }
      try (Office office = office(receiver)) {
        approve(office.engine, opened(office.engine, run, "0.1"));
        opened(office.engine, run, "0.2");
        office.notifications.deliverDue();
        assertThat(receiver.sent).as("one for each wait").hasSize(2);
        JsonNode told = body(receiver.sent.get(1));
        assertThat(told.get("waitsFor").asText()).isEqualTo("callback");
        assertThat(told.get("link").asText()).isEqualTo("https://runs.example/runs/" + run.value());
        assertThat(told.toString()).as("no address for answers").doesNotContain("/callback");
      }
    }
  }

  @Test
  void a_wait_that_outlives_its_message_is_not_told_again() throws Exception {
    try (Receiver receiver = new Receiver()) {
      RunId run;
      try (Office office = office(receiver)) {
        run = start(office.engine).id();
        opened(office.engine, run, "0.1");
        office.notifications.deliverDue();
        clock.pass(Duration.ofDays(30));
        OutboxAccess.outbox(office.engine).forget(clock.instant());
        assertThat(office.deliveries()).isEmpty();
        office.engine.suspend();
      }
      try (Office office = office(receiver)) {
        approve(office.engine, opened(office.engine, run, "0.1"));
        opened(office.engine, run, "0.2");
        office.notifications.deliverDue();
        assertThat(receiver.sent).hasSize(2);
        assertThat(body(receiver.sent.get(1)).get("waitsFor").asText()).isEqualTo("callback");
      }
    }
  }

  @Test
  void a_delivery_about_a_wait_is_found_and_sent_again_by_its_id() throws Exception {
    try (Receiver receiver = new Receiver();
        Office office = office(receiver)) {
      opened(office.engine, start(office.engine).id(), "0.1");
      office.notifications.deliverDue();
      String id = office.deliveries().get(0).id();
      assertThat(office.notifications.find(id)).isPresent();
      assertThat(office.notifications.find(id.replace(".1-", ".2-"))).isEmpty();
      assertThat(office.notifications.resend(id)).isPresent();
      assertThat(receiver.next().field("Escarole-Delivery")).isEqualTo(id);
      assertThat(receiver.next().field("Escarole-Delivery")).isEqualTo(id);
    }
  }

  @Test
  void a_process_tells_of_a_wait_while_it_waits() throws Exception {
    Path data = Files.createDirectories(directory.resolve("data"));
    Files.writeString(data.resolve("notify.yaml"), "channels: {ops: {file: told.jsonl}}\n");
    Path told = data.resolve("told.jsonl");
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      Notifications.open(engine, InstantSource.system(), false);
      RunHandle run = start(engine);
      StoredAwait await = opened(engine, run.id(), "0.1");
      while (!Files.exists(told) || Files.size(told) == 0) {
        Thread.onSpinWait();
      }
      assertThat(Files.readString(told)).contains("\"waiting\"", run.id().value());
      assertThat(await.isOpen()).isTrue();
      run.cancel();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }
}
