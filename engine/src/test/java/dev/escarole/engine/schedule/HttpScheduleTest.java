package dev.escarole.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.http.Receiver;
import dev.escarole.engine.store.schedule.StoredFiring.FiringState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Schedules of recipes that make HTTP requests. */
@Timeout(120)
class HttpScheduleTest {

  @TempDir Path directory;

  @Test
  void a_scheduled_run_asks_for_what_its_recipe_lists_and_the_policy_grants() throws Exception {
    try (Receiver server = new Receiver()) {
      server.answer = Receiver.text("yes\n");
      String place = "127.0.0.1:" + server.port();
      Path policy =
          Files.writeString(
              directory.resolve("policy.yaml"),
              "principals: {operator: {http: [\"http://%s\"], http_private: [\"%s\"]}}"
                  .formatted(place, place));
      try (Timetable time = new Timetable(directory, each -> each.withPolicyFile(policy))) {
        time.file(
            "ask",
            """
            {"name": "ask", "schedule": {"cron": "0 * * * *"},
             "http": [{"origin": "http://PLACE"}], "template": "curl -s http://PLACE/hourly"}
            """
                .replace("PLACE", place));
        time.open();
        time.pass(Duration.ofHours(1));
        time.drain();
        assertThat(time.times("ask", FiringState.LAUNCHED)).hasSize(1);
        assertThat(time.output(Objects.requireNonNull(time.firings("ask").get(0).run())))
            .isEqualTo("yes\n");
      }
    }
  }
}
