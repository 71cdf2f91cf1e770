package dev.escarole.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.RerunRequest;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.http.Receiver;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.outbox.DeliveryState;
import dev.escarole.engine.store.outbox.StoredDelivery;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What runs tell through webhooks and files: a real engine, and a real server that receives. */
@Timeout(120)
class NotificationsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  private final TestClock clock = new TestClock();

  private Office office(Receiver receiver) throws IOException {
    return Office.at(
        directory, clock, "channels:\n" + Office.webhook("ops", receiver.url("/t0ken"), ""));
  }

  @Test
  void a_failed_run_is_told_once_and_signed() throws Exception {
    try (Receiver receiver = new Receiver();
        Office office =
            Office.at(
                directory,
                clock,
                "base: https://runs.example\nchannels:\n"
                    + Office.webhook("ops", receiver.url("/t0ken"), ", key: {env: KEY}"))) {
      RunResult result = office.fail("ops");
      office.notifications.deliverDue();
      office.notifications.deliverDue();
      assertThat(receiver.sent).hasSize(1);
      Receiver.Sent sent = receiver.sent.get(0);
      assertThat(sent.head()).startsWith("POST /t0ken HTTP/1.1\r\n");
      JsonNode body = JSON.readTree(sent.body());
      String run = result.run().value();
      assertThat(body.get("id").asText())
          .isEqualTo(run + "-failed-ops")
          .isEqualTo(sent.field("Escarole-Delivery"));
      assertThat(body.get("event").asText()).isEqualTo("failed");
      assertThat(body.get("recipe").asText()).isEqualTo("nightly");
      assertThat(body.get("run").asText()).isEqualTo(run);
      assertThat(body.get("link").asText()).isEqualTo("https://runs.example/runs/" + run);
      assertThat(body.at("/failures/0/exitCode").asInt()).isEqualTo(1);
      long at = clock.instant().getEpochSecond();
      assertThat(sent.field("Escarole-Signature"))
          .isEqualTo(
              "t=%d,v1=%s"
                  .formatted(
                      at, HttpSender.signature(new Secret("the-signing-key"), at, sent.body())));
      assertThat(office.count(DeliveryState.SENT)).isEqualTo(1);
    }
  }

  @Test
  void only_the_events_of_the_rule_are_told() throws Exception {
    try (Receiver receiver = new Receiver();
        Office office = office(receiver)) {
      office.run(
          "{\"notify\": {\"on\": [\"failed\", \"degraded\"], \"to\": \"ops\"}, \"template\": \"true\"}");
      office.run("{\"notify\": {\"on\": \"done\", \"to\": \"ops\"}, \"template\": \"true\"}");
      office.run("{\"template\": \"false\"}");
      office.run(
          "{\"notify\": {\"on\": \"degraded\", \"to\": \"ops\"}, \"failure\": \"continue\","
              + " \"template\": [\"false\", \"true\"]}");
      office.notifications.deliverDue();
      assertThat(receiver.sent)
          .extracting(each -> each.field("Escarole-Event"))
          .containsExactlyInAnyOrder("done", "degraded");
    }
  }

  @Test
  void run_that_expires_in_the_queue_of_its_recipe_is_told_as_failed() throws Exception {
    String recipe =
        "{\"launch\": {\"at_once\": 1, \"deadline\": \"1s\"}, \"notify\": {\"on\": \"failed\","
            + " \"to\": \"ops\"}, \"template\": {\"delay\": 3600000, \"template\": \"true\"}}";
    RunRequest request = RunRequest.of(new RecipeReader().read(recipe, "nightly.json")).build();
    try (Receiver receiver = new Receiver();
        Office office = office(receiver)) {
      RunHandle first = office.engine.start(request);
      RunHandle late = office.engine.start(request);
      clock.pass(Duration.ofSeconds(2));
      assertThat(late.await().status()).isEqualTo(RunStatus.EXPIRED);
      first.cancel();
      assertThat(first.await().status()).isEqualTo(RunStatus.CANCELLED);
      office.notifications.deliverDue();
      assertThat(receiver.sent).hasSize(1);
      JsonNode body = JSON.readTree(receiver.sent.get(0).body());
      assertThat(body.get("id").asText()).isEqualTo(late.id() + "-failed-ops");
      assertThat(body.get("error").asText()).contains("it did not start within its deadline of 1s");
    }
  }

  @Test
  void the_operator_is_told_about_every_run_without_the_recipe() throws Exception {
    try (Receiver receiver = new Receiver();
        Office office =
            Office.at(
                directory,
                clock,
                "channels:\n"
                    + Office.webhook("ops", receiver.url("/"), "")
                    + "notify: {on: failed, to: ops}\n")) {
      office.run("{\"template\": \"false\"}");
      office.fail("ops");
      office.notifications.deliverDue();
      assertThat(receiver.sent).as("one for each run, though both rules apply").hasSize(2);
    }
  }

  @Test
  void a_receiver_that_is_down_for_ten_minutes_gets_everything_once_in_order() throws Exception {
    try (Receiver receiver = new Receiver();
        Office office = office(receiver)) {
      receiver.answer = Receiver.status(503);
      String first = office.fail("ops").run().value();
      clock.pass(Duration.ofSeconds(1));
      String second = office.fail("ops").run().value();
      for (int second5 = 0; second5 < 120; second5++) {
        office.notifications.deliverDue();
        clock.pass(Duration.ofSeconds(5));
      }
      int tried = receiver.sent.size();
      assertThat(tried).as("waits longer and longer").isBetween(5, 12);
      assertThat(office.count(DeliveryState.DUE)).isEqualTo(2);
      receiver.answer = Receiver.status(204);
      for (int minute = 0; minute < 15; minute++) {
        office.notifications.deliverDue();
        clock.pass(Duration.ofMinutes(1));
      }
      assertThat(receiver.sent.subList(tried, receiver.sent.size()))
          .extracting(each -> JSON.readTree(each.body()).get("run").asText())
          .containsExactlyInAnyOrder(first, second);
      assertThat(office.count(DeliveryState.SENT)).isEqualTo(2);
    }
  }

  @Test
  void a_receiver_that_does_not_exist_is_given_up_and_can_be_tried_again_by_people()
      throws Exception {
    try (Receiver receiver = new Receiver();
        Office office = office(receiver)) {
      receiver.answer = Receiver.status(503);
      office.fail("ops");
      for (int hour = 0; hour < 72; hour++) {
        office.notifications.deliverDue();
        clock.pass(Duration.ofHours(1));
      }
      StoredDelivery dead = office.deliveries().get(0);
      assertThat(dead.state()).isEqualTo(DeliveryState.DEAD);
      assertThat(dead.attempts()).isEqualTo(Courier.MOST_ATTEMPTS);
      assertThat(dead.lastError()).isEqualTo("the receiver answered 503");
      receiver.answer = Receiver.status(200);
      assertThat(office.notifications.resend(dead.id())).isPresent();
      office.notifications.deliverDue();
      assertThat(office.deliveries().get(0).state()).isEqualTo(DeliveryState.SENT);
      assertThat(receiver.sent)
          .extracting(each -> each.field("Escarole-Delivery"))
          .containsOnly(dead.id());
      assertThat(office.notifications.resend("20260101-000000-aaaaaa-failed-ops")).isEmpty();
      assertThat(office.notifications.resend("nonsense")).isEmpty();
    }
  }

  @Test
  void retry_after_is_waited_for() throws Exception {
    try (Receiver receiver = new Receiver();
        Office office = office(receiver)) {
      receiver.answer = Receiver.status(429, "Retry-After: 900");
      office.fail("ops");
      office.notifications.deliverDue();
      receiver.answer = Receiver.status(200);
      clock.pass(Duration.ofSeconds(899));
      office.notifications.deliverDue();
      assertThat(receiver.sent).hasSize(1);
      clock.pass(Duration.ofSeconds(1));
      office.notifications.deliverDue();
      assertThat(receiver.sent).hasSize(2);
    }
  }

  @Test
  void a_channel_that_is_unknown_or_not_for_recipes_is_given_up_visibly() throws Exception {
    try (Receiver receiver = new Receiver();
        Office office =
            Office.at(
                directory,
                clock,
                "channels:\n"
                    + Office.webhook("boss", receiver.url("/"), ", recipes: false")
                    + "notify: {on: done, to: boss}\n")) {
      office.fail("opps", "boss");
      office.run("{\"template\": \"true\"}");
      office.notifications.deliverDue();
      assertThat(office.deliveries())
          .extracting(StoredDelivery::lastError)
          .containsExactlyInAnyOrder(
              null,
              "no channel is named opps",
              "the operator does not let recipes use the channel boss");
      assertThat(receiver.sent)
          .extracting(each -> each.field("Escarole-Event"))
          .containsExactly("done");
    }
  }

  @Test
  void a_file_grows_by_a_line_for_each_message() throws Exception {
    try (Office office = Office.at(directory, clock, "channels:\n  log: {file: told.jsonl}\n")) {
      office.fail("log");
      office.run(
          "{\"name\": \"two\\nlines\", \"notify\": {\"on\": \"done\", \"to\": \"log\"},"
              + " \"template\": \"true\"}");
      office.notifications.deliverDue();
    }
    List<String> lines = Files.readAllLines(directory.resolve("told.jsonl"));
    assertThat(lines).hasSize(2);
    assertThat(JSON.readTree(lines.get(0)).get("event").asText()).isEqualTo("failed");
    assertThat(JSON.readTree(lines.get(1)).get("recipe").asText()).isEqualTo("two\nlines");
  }

  @Test
  void a_link_in_place_of_the_file_is_not_written_through() throws Exception {
    Path target = Files.writeString(directory.resolve("precious"), "kept");
    Files.createSymbolicLink(directory.resolve("told.jsonl"), target);
    try (Office office = Office.at(directory, clock, "channels:\n  log: {file: told.jsonl}\n")) {
      office.fail("log");
      office.notifications.deliverDue();
      assertThat(office.count(DeliveryState.DUE)).isEqualTo(1);
    }
    assertThat(Files.readString(target)).isEqualTo("kept");
  }

  @Test
  void what_was_not_delivered_is_delivered_by_the_next_engine() throws Exception {
    try (Receiver receiver = new Receiver()) {
      String id;
      try (Office office = office(receiver)) {
        id = office.fail("ops").run().value();
      }
      assertThat(receiver.sent).isEmpty();
      try (Office office = office(receiver)) {
        office.notifications.deliverDue();
      }
      assertThat(receiver.sent).hasSize(1);
      assertThat(receiver.sent.get(0).text()).contains(id);
    }
  }

  @Test
  void an_engine_that_is_closed_while_it_delivers_leaves_the_message_to_the_next()
      throws Exception {
    try (Receiver receiver = new Receiver()) {
      receiver.answer = Receiver.silence();
      try (Office office = office(receiver)) {
        office.fail("ops");
        office.notifications.start();
        assertThat(receiver.next().text()).contains("nightly");
      }
      receiver.answer = Receiver.status(200);
      try (Office office = office(receiver)) {
        assertThat(office.count(DeliveryState.DUE)).isEqualTo(1);
        office.notifications.deliverDue();
        assertThat(office.count(DeliveryState.SENT)).isEqualTo(1);
      }
      assertThat(receiver.sent)
          .extracting(each -> each.field("Escarole-Delivery"))
          .hasSize(2)
          .containsOnly(receiver.sent.get(0).field("Escarole-Delivery"));
    }
  }

  @Test
  void a_silent_receiver_does_not_keep_other_channels_waiting() throws Exception {
    try (Receiver silent = new Receiver();
        Receiver receiver = new Receiver();
        Office office =
            Office.at(
                directory,
                clock,
                "channels:\n"
                    + Office.webhook("silent", silent.url("/"), "")
                    + Office.webhook("ops", receiver.url("/"), ""))) {
      silent.answer = Receiver.silence();
      for (int i = 0; i < 3; i++) {
        office.fail("silent", "ops");
      }
      office.notifications.start();
      for (int i = 0; i < 3; i++) {
        assertThat(receiver.next().text()).contains("nightly");
      }
      assertThat(silent.next().text()).contains("nightly");
      assertThat(silent.sent).as("one connection at a time").hasSize(1);
    }
  }

  @Test
  void a_rerun_tells_those_whom_its_run_told() throws Exception {
    try (Receiver receiver = new Receiver();
        Office office = office(receiver)) {
      RunResult result = office.fail("ops");
      RunResult again = office.engine.rerun(RerunRequest.of(result.run())).await();
      office.notifications.deliverDue();
      assertThat(receiver.sent)
          .extracting(each -> JSON.readTree(each.body()).get("run").asText())
          .containsExactlyInAnyOrder(result.run().value(), again.run().value());
    }
  }

  @Test
  void a_channel_can_be_tried_without_a_run() throws Exception {
    try (Receiver receiver = new Receiver();
        Office office = office(receiver)) {
      assertThat(office.notifications.test("ops", "ann"))
          .containsInstanceOf(Attempt.Accepted.class);
      assertThat(receiver.sent.get(0).field("Escarole-Event")).isEqualTo("test");
      receiver.answer = Receiver.status(403);
      assertThat(office.notifications.test("ops", "ann"))
          .contains(new Attempt.Refused("the receiver answered 403"));
      assertThat(office.notifications.test("opps", "ann")).isEmpty();
      assertThat(office.deliveries()).isEmpty();
    }
  }

  @Test
  void a_file_of_channels_that_is_changed_counts_at_once_and_a_broken_one_changes_nothing()
      throws Exception {
    try (Receiver receiver = new Receiver();
        Office office = office(receiver)) {
      Path file = office.notifications.file();
      Files.writeString(file, "channels: {ops: {webhook: \"ftp://secret-host/secret-path\"}}\n");
      assertThat(office.notifications.trouble())
          .contains("line 1")
          .contains("https://")
          .doesNotContain("secret-path");
      office.fail("ops");
      office.notifications.deliverDue();
      assertThat(receiver.sent).hasSize(1);
      Files.writeString(file, "channels:\n  log: {file: told.jsonl}\n");
      assertThat(office.notifications.trouble()).isNull();
      office.fail("log");
      office.notifications.deliverDue();
      assertThat(directory.resolve("told.jsonl"))
          .content(StandardCharsets.UTF_8)
          .contains("nightly");
    }
  }
}
