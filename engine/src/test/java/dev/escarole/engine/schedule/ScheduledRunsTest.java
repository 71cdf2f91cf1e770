package dev.escarole.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.launch.Launching;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.schedule.StoredFiring;
import dev.escarole.engine.store.schedule.StoredFiring.FiringKind;
import dev.escarole.engine.store.schedule.StoredFiring.FiringState;
import dev.escarole.engine.store.schedule.StoredSchedule;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real engine, folder and database; the test moves the clock and wakes schedules up. */
@Timeout(120)
class ScheduledRunsTest {

  private static final String HOURLY = "{\"cron\": \"0 * * * *\"%s}";

  private Timetable time;

  @BeforeEach
  void setUp(@TempDir Path directory) {
    time = new Timetable(directory);
  }

  @AfterEach
  void tearDown() {
    time.close();
  }

  private static String hourly(String more) {
    return HOURLY.formatted(more.isEmpty() ? "" : ", " + more);
  }

  private List<String> launched(String recipe) {
    return time.times(recipe, FiringState.LAUNCHED).stream()
        .map(each -> each.substring(11, 16))
        .toList();
  }

  private List<String> missed(String recipe) {
    return time.firings(recipe).stream()
        .filter(each -> each.state() == FiringState.MISSED)
        .map(each -> (each.since() + " " + each.planned()).replaceAll("2026-11-23T|:00Z", ""))
        .toList();
  }

  @Test
  void each_planned_time_launches_one_run_that_knows_its_time() {
    time.recipe("report", hourly(""));
    time.open().pass(Duration.ofMinutes(190));
    assertThat(launched("report")).containsExactly("01:00", "02:00", "03:00");
    RunId run = Objects.requireNonNull(time.firings("report").get(1).run());
    assertThat(time.output(run)).isEqualTo("2026-11-23T02:00:00Z\n");
    assertThat(time.engine().records().run(run).orElseThrow().labels())
        .containsExactly("scheduled");
    assertThat(time.schedules().list().get(0).next(2))
        .containsExactly(
            Instant.parse("2026-11-23T04:00:00Z"), Instant.parse("2026-11-23T05:00:00Z"));
  }

  @Test
  void a_new_schedule_makes_up_for_nothing_before_it_was_seen() {
    time.open().pass(Duration.ofHours(5));
    time.recipe("report", hourly("\"catch_up\": \"all\""));
    time.pass(Duration.ofHours(1));
    assertThat(launched("report")).containsExactly("06:00");
  }

  @Test
  void after_down_time_the_rule_decides_what_is_made_up_for() {
    time.recipe("none", hourly("\"catch_up\": \"none\""));
    time.recipe("last", hourly("\"catch_up\": \"last\""));
    time.recipe("all", hourly("\"catch_up\": \"all\""));
    time.recipe("recent", hourly("\"catch_up\": \"all\", \"within\": \"2h\""));
    time.recipe("late", hourly("\"catch_up\": \"last\", \"within\": \"10m\""));
    time.open().pass(Duration.ofMinutes(70));
    time.end();
    time.move(Duration.ofMinutes(260));
    time.open().drain();
    time.pass(Duration.ofMinutes(35));
    assertThat(launched("none")).containsExactly("01:00", "06:00");
    assertThat(missed("none")).containsExactly("01:00 05:00");
    assertThat(launched("last")).containsExactly("01:00", "05:00", "06:00");
    assertThat(missed("last")).containsExactly("01:00 04:00");
    assertThat(launched("all"))
        .containsExactly("01:00", "02:00", "03:00", "04:00", "05:00", "06:00");
    assertThat(missed("all")).isEmpty();
    assertThat(launched("recent")).containsExactly("01:00", "04:00", "05:00", "06:00");
    assertThat(missed("recent")).containsExactly("01:00 03:00");
    assertThat(launched("late")).containsExactly("01:00", "06:00");
    assertThat(missed("late")).containsExactly("01:00 05:00");
  }

  @Test
  void a_clock_that_is_set_back_or_forward_launches_nothing_twice() {
    time.recipe("report", hourly("\"catch_up\": \"all\""));
    time.recipe("often", "{\"every\": \"30m\", \"catch_up\": \"none\"}");
    time.open().pass(Duration.ofMinutes(130));
    time.jump(Duration.ofHours(-1));
    time.pass(Duration.ofMinutes(90));
    assertThat(launched("report")).containsExactly("01:00", "02:00");
    time.jump(Duration.ofHours(2));
    time.pass(Duration.ofMinutes(20));
    assertThat(launched("report")).containsExactly("01:00", "02:00", "03:00", "04:00", "05:00");
    assertThat(launched("often"))
        .containsExactly("00:30", "01:00", "01:30", "02:00", "02:30", "05:00");
    assertThat(missed("often")).containsExactly("02:30 04:30");
  }

  @Test
  void what_was_decided_before_a_crash_is_launched_after_it_and_only_once() {
    time.recipe("report", hourly(""));
    time.open().pass(Duration.ofMinutes(70));
    StoredSchedule stored = time.store().all().get(0);
    Instant planned = Instant.parse("2026-11-23T02:00:00Z");
    StoredFiring due = StoredFiring.due(stored.number(), planned, FiringKind.TIME);
    assertThat(time.store().decide(stored, planned, List.of(due))).isTrue();
    assertThat(time.store().decide(stored, planned, List.of(due)))
        .as("another node that decides the same")
        .isFalse();
    time.end();
    time.move(Duration.ofMinutes(60));
    time.open().pass(Duration.ZERO);
    assertThat(launched("report")).containsExactly("01:00", "02:00");
    time.end();
    time.open().pass(Duration.ZERO);
    assertThat(launched("report")).containsExactly("01:00", "02:00");
    assertThat(time.engine().records().runs(RunQuery.latest(10))).hasSize(2);
  }

  @Test
  void an_earlier_run_that_has_not_ended_decides_with_overlap() {
    String held =
        "{\"name\": \"%s\", \"schedule\": %s, \"template\": {\"delay\": 86400000, \"template\": \"echo\"}}";
    time.file("held-skip", held.formatted("held-skip", hourly("")));
    time.file("held-queue", held.formatted("held-queue", hourly("\"overlap\": \"queue\"")));
    time.file("held-both", held.formatted("held-both", hourly("\"overlap\": \"parallel\"")));
    time.open().pass(Duration.ofMinutes(190));
    assertThat(launched("held-skip")).containsExactly("01:00");
    assertThat(time.times("held-skip", FiringState.SKIPPED)).hasSize(2);
    assertThat(launched("held-both")).containsExactly("01:00", "02:00", "03:00");
    assertThat(launched("held-queue")).containsExactly("01:00");
    assertThat(time.times("held-queue", FiringState.DUE)).hasSize(2);
    assertThat(time.schedules().state(time.number("held-queue")).orElseThrow().waiting())
        .isEqualTo(2);

    cancel(time.firings("held-queue").get(0));
    assertThat(launched("held-queue")).containsExactly("01:00", "02:00");
    // It survives a restart, in which the run goes on.
    time.end();
    time.open();
    assertThat(launched("held-queue")).containsExactly("01:00", "02:00");
    cancel(time.firings("held-queue").get(1));
    time.schedules().check();
    assertThat(launched("held-queue")).containsExactly("01:00", "02:00", "03:00");
  }

  @Test
  void planned_time_of_a_full_queue_waits_if_it_may_and_is_recorded_otherwise() throws Exception {
    String rule = "{\"at_once\": 1, \"queue\": 0}";
    time.file(
        "held-busy",
        "{\"name\": \"held-busy\", \"launch\": "
            + rule
            + ", \"schedule\": [{\"cron\": \"0 * * * *\", \"overlap\": \"queue\"},"
            + " {\"cron\": \"30 * * * *\"}], \"template\": \"echo\"}");
    time.open();
    RunHandle held = time.engine().start(Launching.request("held-busy", rule, 3_600_000).build());
    time.pass(Duration.ofMinutes(70));
    List<StoredFiring> firings = time.firings("held-busy");
    assertThat(firings)
        .extracting(StoredFiring::state)
        .containsExactly(FiringState.FAILED, FiringState.DUE);
    assertThat(firings.get(0).note()).contains("launches are not queued");
    held.cancel();
    held.await();
    time.schedules().check();
    assertThat(launched("held-busy")).containsExactly("01:00");
  }

  private void cancel(StoredFiring firing) {
    RunId run = Objects.requireNonNull(firing.run());
    time.engine().handle(run).orElseThrow().cancel();
    time.engine().handle(run).ifPresent(each -> each.result().join());
    time.engine().flush();
    time.settle();
    time.settle();
  }

  @Test
  void a_paused_schedule_launches_nothing_and_makes_up_for_nothing_also_across_restarts() {
    time.recipe("report", hourly("\"catch_up\": \"all\""));
    time.open();
    long number = time.number("report");
    assertThat(time.schedules().pause(number)).isTrue();
    assertThat(time.schedules().pause(number)).as("already").isFalse();
    time.pass(Duration.ofHours(2));
    time.end();
    time.move(Duration.ofHours(1));
    time.open().pass(Duration.ofMinutes(90));
    time.schedules().check();
    assertThat(launched("report")).isEmpty();
    assertThat(time.schedules().list().get(0).paused()).isTrue();
    assertThat(time.schedules().list().get(0).next(1)).isEmpty();
    assertThat(time.schedules().resume(number)).isTrue();
    time.pass(Duration.ofMinutes(40));
    assertThat(launched("report")).containsExactly("05:00");
  }

  @Test
  void schedules_follow_the_folder() {
    time.open();
    time.recipe("report", hourly(""));
    time.pass(Duration.ofMinutes(61));
    time.file(
        "report",
        "{\"name\": \"report\", \"schedule\": {\"cron\": \"broken\"}, \"template\": \"a\"}");
    time.pass(Duration.ofMinutes(60));
    assertThat(launched("report")).as("the last valid version").containsExactly("01:00", "02:00");
    time.file(
        "report",
        "{\"name\": \"report\", \"disabled\": true, \"schedule\": "
            + hourly("")
            + ", \"template\": \"echo\"}");
    time.pass(Duration.ofMinutes(60));
    assertThat(time.schedules().list()).isEmpty();
    time.recipe("report", hourly("\"catch_up\": \"all\""));
    time.pass(Duration.ofMinutes(60));
    assertThat(launched("report")).containsExactly("01:00", "02:00", "04:00");
    time.recipe("report", "{\"name\": \"x\", \"cron\": \"30 * * * *\"}");
    time.pass(Duration.ofMinutes(60));
    assertThat(launched("report")).containsExactly("01:00", "02:00", "04:00", "04:30");
    time.remove("report");
    time.pass(Duration.ofMinutes(60));
    assertThat(launched("report")).hasSize(4);
    assertThat(time.schedules().list()).isEmpty();
  }

  @Test
  void a_changed_schedule_of_a_paused_recipe_stays_paused() {
    time.recipe("report", hourly(""));
    time.open();
    time.schedules().pause(time.number("report"));
    time.recipe("report", "{\"cron\": \"30 * * * *\"}");
    time.pass(Duration.ofHours(3));
    assertThat(launched("report")).isEmpty();
    assertThat(time.schedules().list()).extracting(ScheduleState::paused).containsExactly(true);
  }

  @Test
  void times_of_a_range_are_launched_again_unless_they_have_a_run() {
    time.recipe("report", hourly("\"catch_up\": \"none\""));
    time.open().pass(Duration.ofMinutes(70));
    long number = time.number("report");
    Instant from = Instant.parse("2026-11-22T22:00:00Z");
    Instant until = Instant.parse("2026-11-23T12:00:00Z");
    assertThat(time.schedules().backfill(number, from, until))
        .isEqualTo(new Schedules.Backfill(3, 1));
    time.settle();
    time.ended();
    time.schedules().check();
    time.ended();
    time.schedules().check();
    time.ended();
    assertThat(launched("report")).containsExactly("22:00", "23:00", "00:00", "01:00");
    assertThat(time.output(Objects.requireNonNull(time.firings("report").get(0).run())))
        .isEqualTo("2026-11-22T22:00:00Z\n");
    assertThat(time.schedules().backfill(number, from, until))
        .isEqualTo(new Schedules.Backfill(0, 4));
    assertThatThrownBy(() -> time.schedules().backfill(number, Instant.MIN, until))
        .hasMessageContaining("more than 1,000");
  }

  @Test
  void a_run_can_be_launched_now_also_if_the_schedule_is_paused() {
    time.recipe("report", hourly(""));
    time.open().pass(Duration.ofMinutes(10));
    time.schedules().pause(time.number("report"));
    RunId run = time.schedules().runNow(time.number("report"));
    time.ended();
    assertThat(time.engine().records().run(Objects.requireNonNull(run)).orElseThrow().status())
        .isEqualTo(RunStatus.DONE);
    assertThat(time.firings("report"))
        .extracting(StoredFiring::kind)
        .containsExactly(FiringKind.MANUAL);
  }

  @Test
  void a_launch_that_is_refused_is_on_record_with_its_reason() {
    time.recipe("report", hourly(""), "no-such-command");
    time.open().pass(Duration.ofMinutes(61));
    StoredFiring firing = time.firings("report").get(0);
    assertThat(firing.state()).isEqualTo(FiringState.FAILED);
    assertThat(firing.note()).contains("no-such-command");
  }

  @Test
  void jitter_delays_the_run_and_not_its_time() {
    time.recipe("report", hourly("\"jitter\": \"30m\""));
    time.open();
    ScheduleState state = time.schedules().list().get(0);
    Instant planned = Instant.parse("2026-11-23T01:00:00Z");
    Duration delay = Duration.between(planned, state.schedule().due("report", planned));
    assertThat(delay).isBetween(Duration.ofMillis(1), Duration.ofMinutes(30));
    time.pass(Duration.between(time.instant(), planned.plus(delay)).minusMillis(1));
    assertThat(launched("report")).isEmpty();
    time.pass(Duration.ofMillis(1));
    assertThat(launched("report")).containsExactly("01:00");
  }

  @Test
  void jitter_that_is_longer_than_the_distance_of_times_loses_none() {
    time.recipe("report", "{\"cron\": \"*/10 * * * *\", \"jitter\": \"5h\"}");
    time.open().pass(Duration.ofHours(3));
    assertThat(time.times("report", FiringState.MISSED)).isEmpty();
    assertThat(time.times("report", FiringState.LAUNCHED)).hasSizeGreaterThanOrEqualTo(17);
  }

  @Test
  void summer_time_is_kept_in_both_directions() {
    time.recipe("berlin", "{\"cron\": \"30 2 * * *\", \"zone\": \"Europe/Berlin\"}");
    time.recipe("howe", "{\"cron\": \"15 2 * * *\", \"zone\": \"Australia/Lord_Howe\"}");
    time.move(Duration.between(Timetable.START, Instant.parse("2026-10-03T12:00:00Z")));
    time.open().pass(Duration.ofDays(24));
    assertThat(time.times("berlin", FiringState.LAUNCHED))
        .hasSize(24)
        .contains("2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
    assertThat(time.times("howe", FiringState.LAUNCHED))
        .hasSize(24)
        .contains("2026-10-03T15:30:00Z", "2026-10-04T15:15:00Z");
  }

  @Test
  void a_thousand_missed_times_are_the_most_that_are_made_up_for() {
    time.recipe("often", "{\"every\": \"1s\", \"catch_up\": \"all\", \"overlap\": \"queue\"}");
    time.open();
    time.end();
    time.move(Duration.ofDays(400));
    time.open();
    // Times are launched meanwhile: one may be in both lists.
    Set<String> made = new HashSet<>(time.times("often", FiringState.DUE));
    made.addAll(time.times("often", FiringState.LAUNCHED));
    assertThat(made).hasSize(1_000);
    assertThat(time.times("often", FiringState.MISSED)).hasSize(1);
  }
}
