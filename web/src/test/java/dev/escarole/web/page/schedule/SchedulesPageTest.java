package dev.escarole.web.page.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.schedule.Schedules;
import dev.escarole.web.page.PageHarness;
import dev.escarole.web.page.PageHarness.Answer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SchedulesPageTest {

  private static final String NIGHTLY =
      """
      name: "nightly <b>"
      schedule: {cron: "0 * * * *", values: {top: "<i>"}, within: 6h}
      args: [top]
      template: echo {top} {scheduled_for}
      """;

  @TempDir Path directory;

  @Test
  void without_schedules_the_page_says_why() throws IOException {
    try (PageHarness web = PageHarness.open(directory)) {
      assertThat(web.get("/schedules").body()).contains("escarole serve --recipes");
    }
  }

  @Test
  void schedules_are_listed_with_a_calendar_paused_run_and_backfilled() throws Exception {
    try (PageHarness web = PageHarness.open(directory)) {
      web.drop("nightly.yaml", NIGHTLY);
      try (Schedules schedules = web.schedules(1)) {
        long number = schedules.list().get(0).number();
        String page = "/schedules/" + number;
        assertThat(web.get("/schedules").body())
            .contains(
                "nightly &lt;b&gt;", "0 * * * * UTC", "class=\"hour some\">1</td>", ">on</span>")
            .doesNotContain("<b>");
        assertThat(web.get(page).body())
            .contains(
                "the last one is made up for, up to 6 h", "&lt;i&gt;", "No planned time yet.");

        Answer ran = web.post(page + "/run");
        assertThat(web.output(ran.run())).startsWith("<i> 2");
        assertThat(web.get(page).body()).contains("manual", "launched");

        assertThat(web.post(page + "/pause").status()).isEqualTo(303);
        assertThat(web.get("/schedules").body())
            .contains(">paused</span>")
            .doesNotContain("some\">");
        assertThat(web.post(page + "/resume").status()).isEqualTo(303);
        assertThat(web.get(page).body()).contains(">Pause</button>");

        Answer filled =
            web.post(page + "/backfill", "from", "2026-01-01", "until", "2026-01-01T01:30:00Z");
        String location = filled.response().headers().firstValue("Location").orElse("");
        assertThat(web.get(location).body()).contains("2 runs will be launched; 0 had one.");
        assertThat(web.get(page + "?added=Send+me&present=your+token").body())
            .doesNotContain("your token", "will be launched");
        assertThat(web.post(page + "/backfill", "from", "soon").status()).isEqualTo(422);
        assertThat(web.get("/schedules/999").status()).isEqualTo(404);
      }
    }
  }

  @Test
  void a_schedule_whose_launch_fails_does_not_look_as_if_it_worked() throws Exception {
    try (PageHarness web = PageHarness.open(directory)) {
      web.drop("lost.yaml", "{name: lost, schedule: {cron: '0 * * * *'}, template: nosuch x}");
      try (Schedules schedules = web.schedules(1)) {
        String page = "/schedules/" + schedules.list().get(0).number();
        assertThat(web.get("/schedules").body()).contains(">on</span>", "none yet");
        assertThat(web.post(page + "/run").status()).isEqualTo(422);
        assertThat(web.get("/schedules").body())
            .contains("<span class=\"state failed\">failed</span>")
            .doesNotContain(">on</span>", "none yet");
      }
    }
  }

  @Test
  void only_who_may_change_all_runs_can_change_schedules() throws Exception {
    String policy =
        "principals:\n  ada: {commands: [echo], runs: all}\n  otto: {commands: [echo]}\n  vera: {commands:"
            + " [echo]}\n";
    try (PageHarness web = PageHarness.withTokens(directory, policy)) {
      web.drop("nightly.yaml", NIGHTLY);
      try (Schedules schedules = web.schedules(1)) {
        String page = "/schedules/" + schedules.list().get(0).number();
        assertThat(web.as("vera").get(page).body()).doesNotContain("<button type=\"submit\">Pause");
        assertThat(web.as("vera").post(page + "/pause").status()).isEqualTo(403);
        assertThat(web.as("otto").post(page + "/pause").status()).isEqualTo(403);
        assertThat(schedules.list().get(0).paused()).isFalse();
        assertThat(web.as("ada").post(page + "/pause").status()).isEqualTo(303);
        assertThat(schedules.list().get(0).paused()).isTrue();
      }
    }
  }
}
