package dev.escarole.samples.bench.clustersoak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.samples.bench.clustersoak.Evidence.Firing;
import dev.escarole.samples.bench.clustersoak.Evidence.Found;
import dev.escarole.samples.bench.clustersoak.Evidence.Run;
import dev.escarole.samples.bench.clustersoak.PlannedSchedule.CatchUp;
import dev.escarole.samples.bench.clustersoak.PlannedSchedule.Overlap;
import dev.escarole.samples.bench.clustersoak.Violation.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checker of the soak finds each thing that must not happen, and nothing else. */
class ClusterCheckTest {

  private final SoakWorld world = new SoakWorld();

  @Test
  void nothing_is_wrong_if_all_is_accounted_for() {
    assertThat(ClusterCheck.check(world.journal(), world.evidence())).isEmpty();
  }

  @Test
  void finds_a_planned_time_that_is_not_on_record() {
    world.firings.remove(1);
    world.remove("tick-1");
    assertThat(world.violations()).containsExactly(Kind.LOST_FIRING);
  }

  @Test
  void finds_a_launched_time_without_a_run() {
    world.remove("tick-1");
    assertThat(world.violations()).containsExactly(Kind.LOST_FIRING);
  }

  @Test
  void finds_a_time_that_was_not_launched() {
    for (String state : List.of("due", "failed")) {
      SoakWorld other = new SoakWorld();
      other.decide(3, "time", state, null);
      other.remove("tick-3");
      assertThat(other.violations()).as(state).containsExactly(Kind.LOST_FIRING);
    }
  }

  @Test
  void finds_a_planned_time_with_two_runs() {
    world.runs.add(SoakWorld.tick("again", 2));
    assertThat(world.violations()).containsExactly(Kind.DOUBLED_FIRING);
  }

  @Test
  void finds_a_run_that_is_not_the_one_on_record() {
    world.decide(2, "time", "launched", "another");
    assertThat(world.violations()).containsExactly(Kind.DOUBLED_FIRING);
  }

  @Test
  void finds_a_time_that_is_on_record_twice() {
    world.firings.add(world.firings.get(0));
    assertThat(world.violations()).containsExactly(Kind.DOUBLED_FIRING);
  }

  @Test
  void finds_a_missed_time_that_was_launched_nevertheless() {
    world.catchUp = CatchUp.NONE;
    world.firings.set(1, missed(1));
    assertThat(world.violations()).containsExactly(Kind.DOUBLED_FIRING);
  }

  @Test
  void all_times_must_be_made_up_for_if_the_rule_says_so() {
    world.miss(1);
    assertThat(world.violations()).containsExactly(Kind.LOST_FIRING);
  }

  @Test
  void any_time_may_be_missed_if_nothing_is_made_up_for() {
    world.catchUp = CatchUp.NONE;
    world.miss(3);
    assertThat(world.violations()).isEmpty();
    world.decide(2, "catch-up", "launched", "tick-2");
    assertThat(world.violations()).containsExactly(Kind.BROKEN_RULE);
  }

  @Test
  void latest_missed_time_must_be_made_up_for() {
    world.catchUp = CatchUp.LAST;
    world.miss(1);
    assertThat(world.violations()).isEmpty();
    world.miss(3);
    assertThat(world.violations()).containsExactly(Kind.BROKEN_RULE);
  }

  @Test
  void a_gap_of_several_times_counts_for_each() {
    world.catchUp = CatchUp.LAST;
    world.firings.set(
        2, new Firing("tick", SoakWorld.time(2), SoakWorld.time(0), "time", "missed", null));
    world.firings.remove(1);
    world.remove("tick-1");
    world.remove("tick-2");
    assertThat(world.violations()).isEmpty();
    world.catchUp = CatchUp.ALL;
    assertThat(world.violations()).containsExactly(Kind.LOST_FIRING, Kind.LOST_FIRING);
  }

  @Test
  void a_time_may_be_skipped_only_while_an_earlier_run_is_in_progress() {
    world.decide(1, "time", "skipped", null);
    world.remove("tick-1");
    assertThat(world.violations()).containsExactly(Kind.BROKEN_RULE);
    world.overlap = Overlap.SKIP;
    assertThat(world.violations()).containsExactly(Kind.BROKEN_RULE);
    world.replace("tick-0", ended(world.find("tick-0"), SoakWorld.time(1) + 5, "done"));
    assertThat(world.violations()).isEmpty();
  }

  @Test
  void finds_a_skipped_time_with_a_run() {
    world.overlap = Overlap.SKIP;
    world.replace("tick-0", ended(world.find("tick-0"), SoakWorld.time(1) + 5, "done"));
    world.decide(1, "time", "skipped", null);
    assertThat(world.violations()).containsExactly(Kind.DOUBLED_FIRING);
  }

  @Test
  void finds_what_nothing_asked_for() {
    world.runs.add(SoakWorld.tick("early", -1));
    world.runs.add(SoakWorld.run("other", "take", "c.csv", "done", 3, "c"));
    world.firings.add(new Firing("tick", SoakWorld.BEGIN + 1, null, "time", "launched", "early"));
    world.firings.add(new Firing("strange", 5, null, "time", "due", null));
    world.files.add(new Found("done", "c.csv", ""));
    assertThat(world.violations()).hasSize(5).containsOnly(Kind.STRAY);
  }

  @Test
  void finds_a_lost_file() {
    world.remove("take-1");
    world.files.removeIf(each -> each.name().startsWith("a.csv"));
    assertThat(world.violations()).containsExactly(Kind.LOST_FILE, Kind.MISPLACED_FILE);
  }

  @Test
  void finds_a_file_that_still_waits() {
    world.files.set(0, new Found("claimed", "a.csv", ""));
    assertThat(world.violations()).containsExactly(Kind.MISPLACED_FILE);
  }

  @Test
  void finds_a_file_that_was_processed_twice() {
    world.runs.add(world.find("take-1"));
    assertThat(world.violations()).contains(Kind.DOUBLED_FILE);
  }

  @Test
  void finds_a_file_in_two_places() {
    world.files.add(new Found("failed", "a.csv", Sha256.of("a")));
    assertThat(world.violations()).containsExactly(Kind.MISPLACED_FILE);
  }

  @Test
  void finds_a_file_in_the_wrong_place_or_with_another_content() {
    world.files.set(0, new Found("failed", "a.csv", Sha256.of("a")));
    assertThat(world.violations()).containsExactly(Kind.MISPLACED_FILE);
    world.files.set(0, new Found("done", "a.csv", Sha256.of("cut")));
    assertThat(world.violations()).containsExactly(Kind.MISPLACED_FILE);
  }

  @Test
  void finds_a_missing_a_wrong_and_a_second_result() {
    world.files.set(1, new Found("outbox", "a.csv-take-1", Sha256.of("x")));
    assertThat(world.violations()).containsExactly(Kind.WRONG_OUTPUT);
    world.files.set(1, new Found("outbox", "a.csv-take-9", Sha256.of("x")));
    assertThat(world.violations()).containsExactly(Kind.LOST_FILE, Kind.DOUBLED_FILE);
  }

  @Test
  void finds_a_failed_file_without_a_reason_and_a_reason_without_a_file() {
    world.files.removeIf(each -> each.place().equals("error"));
    assertThat(world.violations()).containsExactly(Kind.LOST_FILE);
    world.files.add(new Found("error", "a.csv.error.txt", ""));
    assertThat(world.violations()).containsExactly(Kind.LOST_FILE, Kind.STRAY);
  }

  @Test
  void finds_a_run_that_has_not_ended() {
    world.replace("tick-1", ended(world.find("tick-1"), null, "running"));
    world.replace("take-1", ended(world.find("take-1"), null, "queued"));
    assertThat(world.violations()).containsExactly(Kind.OPEN_RUN, Kind.OPEN_RUN);
  }

  @Test
  void finds_a_run_that_ended_differently() {
    world.replace("tick-1", ended(world.find("tick-1"), 5L, "degraded"));
    world.replace("spoilt-1", ended(world.find("spoilt-1"), 5L, "done"));
    assertThat(world.violations()).containsExactly(Kind.WRONG_STATUS, Kind.WRONG_STATUS);
  }

  @Test
  void finds_a_run_that_printed_something_else() {
    world.replace(
        "tick-1",
        SoakWorld.run(
            "tick-1", "tick", SoakWorld.text(1), "done", 2, Shape.QUICK.output(SoakWorld.text(2))));
    assertThat(world.violations()).containsExactly(Kind.WRONG_OUTPUT);
  }

  @Test
  void finds_a_step_that_was_committed_twice() {
    world.replace("tick-1", attempted(world.find("tick-1"), Map.of(1, 1, 2, 2)));
    assertThat(world.violations()).containsExactly(Kind.DOUBLED_STEP);
    world.replace("tick-1", attempted(world.find("tick-1"), Map.of(1, 1, 2, 1, 3, 1)));
    assertThat(world.violations()).containsExactly(Kind.DOUBLED_STEP);
  }

  @Test
  void finds_a_step_without_a_committed_attempt() {
    world.replace("spoilt-1", attempted(world.find("spoilt-1"), Map.of(1, 1)));
    assertThat(world.violations()).containsExactly(Kind.LOST_STEP);
  }

  @Test
  void tells_of_processes_that_ended_by_themselves() {
    world.broken.add("node-a ended by itself");
    assertThat(world.violations()).containsExactly(Kind.BROKEN_PROCESS);
  }

  @Test
  void what_was_written_can_be_checked_again(@TempDir Path directory) throws Exception {
    world.miss(1);
    world.faults.add(new Fault(Fault.Kind.FREEZE, "node-a", 5, 6, List.of("tick-0")));
    world.replace("take-1", ended(world.find("take-1"), null, "running"));
    ClusterSoak.write(directory, world.journal(), world.evidence());
    SoakReport report = ClusterSoak.read(directory);
    assertThat(report).isEqualTo(SoakReport.of(world.journal(), world.evidence()));
    assertThat(report.mistakes())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("lost firing: tick at 2023-11-14T22:13:50Z: was missed"));
    assertThat(report.figures())
        .anyMatch(line -> line.contains("4 of 1 schedules: 3 launched, 0 skipped, 1 missed"))
        .anyMatch(line -> line.contains("1: kill 0, freeze 1, drain 0, database 0"));
  }

  private static Firing missed(int index) {
    long time = SoakWorld.time(index);
    return new Firing("tick", time, time - SoakWorld.PERIOD, "time", "missed", null);
  }

  private static Run ended(Run run, @Nullable Long endedMillis, String status) {
    return new Run(
        run.id(),
        run.recipe(),
        run.key(),
        status,
        run.startedMillis(),
        endedMillis,
        run.stdoutSha256(),
        run.attempts(),
        run.resumed());
  }

  private static Run attempted(Run run, Map<Integer, Integer> attempts) {
    return new Run(
        run.id(),
        run.recipe(),
        run.key(),
        run.status(),
        run.startedMillis(),
        run.endedMillis(),
        run.stdoutSha256(),
        attempts,
        run.resumed());
  }
}
