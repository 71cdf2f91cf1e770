package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.plan.Retry;
import dev.escarole.engine.plan.Step;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Waits between attempts, in virtual time. */
class RetryWaitTest {

  private static final String FLAKY =
      "{\"retry\": 4, \"retry_delay\": 1000, \"retry_backoff\": 2, \"template\": \"flaky a 4\"}";

  private static Step leaf(String recipe) {
    return Simulation.of(recipe).step("0");
  }

  private static RetryWait waits(int run) {
    return new RetryWait(new RunId("20261122-000000-%06d".formatted(run)));
  }

  /** When the leaf's attempts began. */
  private static List<Long> starts(Simulation simulation) {
    return simulation.trace.stream()
        .filter(line -> line.contains(" start "))
        .map(line -> Long.parseLong(line.substring(0, line.indexOf(' '))))
        .toList();
  }

  @Property
  void every_wait_lies_between_nothing_and_the_longest_one(
      @ForAll @IntRange(min = 0, max = 999_999) int run,
      @ForAll @LongRange(min = 1, max = Retry.UNBOUNDED) long delay,
      @ForAll @IntRange(min = 1, max = 1000) int backoff,
      @ForAll @LongRange(min = 0, max = Retry.UNBOUNDED) long most,
      @ForAll @IntRange(min = 1, max = 1000) int failed) {
    Retry retry = new Retry(2000, delay, backoff, most);
    double growth = delay * Math.pow(backoff, failed - 1);
    long longest = retry.longestWait(failed);
    assertThat(longest).isEqualTo(growth > most ? most : delay * power(backoff, failed - 1));
    Step step =
        leaf(
            "{\"retry\": 2000, \"retry_delay\": %d, \"retry_backoff\": %d,"
                    .formatted(delay, backoff)
                + " \"retry_max_delay\": %d, \"template\": \"say\"}".formatted(most));
    assertThat(waits(run).millis(step, failed, failed)).isBetween(0L, longest);
    assertThat(waits(run).millis(step, failed, failed))
        .as("the same when asked again")
        .isEqualTo(waits(run).millis(step, failed, failed));
  }

  private static long power(long base, int exponent) {
    return LongStream.range(0, base == 1 ? 0 : exponent).reduce(1, (product, i) -> product * base);
  }

  @Example
  void waits_are_spread_evenly_over_all_that_is_allowed() {
    Step step = leaf(FLAKY);
    int[] tenths = new int[10];
    for (int run = 0; run < 10_000; run++) {
      tenths[(int) (waits(run).millis(step, 1, 1) * 10 / 1001)]++;
    }
    assertThat(IntStream.of(tenths)).allMatch(count -> count > 850 && count < 1150);
  }

  @Example
  void attempts_wait_longer_and_longer_and_the_run_comes_through() {
    Simulation simulation = Simulation.run(FLAKY);
    assertThat(simulation.stdout()).isEqualTo("try 4");
    List<Long> starts = starts(simulation);
    Step step = simulation.step("0");
    RetryWait waits = new RetryWait(Simulation.RUN);
    for (int failed = 1; failed < 4; failed++) {
      long wait = starts.get(failed) - starts.get(failed - 1);
      assertThat(wait)
          .isEqualTo(waits.millis(step, failed, failed))
          .isBetween(0L, 1000L << (failed - 1));
    }
    assertThat(simulation.states)
        .containsExactly(
            "0 running",
            "0 waiting",
            "0 running",
            "0 waiting",
            "0 running",
            "0 waiting",
            "0 running",
            "0 done");
  }

  @Example
  void without_a_delay_nothing_waits() {
    Simulation simulation =
        Simulation.run(
            "{\"retry\": 3, \"retry_delay\": 0, \"retry_backoff\": 9, \"template\": \"flaky a 3\"}");
    assertThat(simulation.now).isZero();
    assertThat(simulation.states).doesNotContain("0 waiting");
  }

  @Example
  void the_recovery_runs_before_the_wait() {
    Simulation simulation =
        Simulation.run(
            "{\"retry\": 2, \"retry_delay\": 60000, \"recover\": \"say clean\","
                + " \"template\": \"flaky a 2\"}");
    assertThat(simulation.states)
        .containsSubsequence("0 recovering", "0.recover done", "0 waiting", "0 running", "0 done");
    assertThat(simulation.trace.get(1)).isEqualTo("0 start say clean #1");
  }

  @Example
  void cancelling_during_a_wait_ends_at_once_and_shows_the_failed_attempt() {
    Simulation simulation =
        Simulation.of(
                "{\"retry\": 2, \"retry_delay\": 100000000, \"failure\": \"branch\","
                    + " \"template\": {\"failure\": \"branch\", \"template\": [\"fail 3 bad\"]}}")
            .start()
            .goOn(1);
    assertThat(simulation.stateOf("0")).isEqualTo("waiting");
    assertThat(simulation.stateOf("0.0")).isEqualTo("failed");
    simulation.cancel();
    assertThat(simulation.status()).isEqualTo("cancelled");
    assertThat(simulation.now).isEqualTo(1);
    assertThat(simulation.stateOf("0.0")).isEqualTo("failed");
    simulation.goOn(Long.MAX_VALUE);
    assertThat(simulation.trace).as("its timer was stopped").hasSize(1);
  }

  @Example
  void the_time_of_a_group_covers_its_waits_and_those_inside() {
    String inner = "{\"retry\": 9, \"retry_delay\": 100000000, \"template\": \"fail 1 bad\"}";
    Simulation around = Simulation.run("{\"timeout\": 500, \"template\": [" + inner + "]}");
    assertThat(around.now).isEqualTo(500);
    assertThat(around.stateOf("0")).isEqualTo("timeout");
    assertThat(around.stateOf("0.0")).isEqualTo("cancelled");
    Simulation itself =
        Simulation.run(
            "{\"timeout\": 500, \"retry\": 9, \"retry_delay\": 100000000, \"failure\": \"branch\","
                + " \"template\": [{\"failure\": \"branch\", \"template\": \"fail 1 bad\"}]}");
    assertThat(itself.now).isEqualTo(500);
    assertThat(itself.stateOf("0")).isEqualTo("timeout");
  }

  @Example
  void a_branch_that_waits_gives_its_slot_back() {
    Simulation simulation =
        Simulation.run(
            "{\"parallel\": true, \"concurrency\": 1, \"template\": [{\"retry\": 2,"
                + " \"retry_delay\": 100000, \"template\": \"flaky a 2\"}, \"slow 5 b\"]}");
    assertThat(simulation.status()).isEqualTo("done");
    assertThat(starts(simulation).get(1)).as("the sibling does not wait too").isZero();
    assertThat(simulation.capsExceeded()).isEmpty();
  }

  @Example
  void each_copy_of_a_step_draws_its_own_wait() {
    Simulation simulation =
        Simulation.run(
            "{\"parallel\": true, \"repeat\": 50, \"retry\": 2, \"retry_delay\": 1000000,"
                + " \"template\": \"flaky {index} 2\"}");
    assertThat(starts(simulation).subList(50, 100).stream().distinct().count()).isGreaterThan(45);
  }
}
