package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Delays, budgets and cancellation, in virtual time. */
class TimingTest {
  @Test
  void delay_is_waited_once_per_node_and_not_per_attempt() {
    Simulation run = Simulation.run("{\"delay\": 100, \"retry\": 3, \"template\": \"flaky x 3\"}");
    assertThat(run.now).isEqualTo(100);
  }

  @Test
  void delay_of_a_branch_does_not_block_its_siblings() {
    Simulation run =
        Simulation.run(
            """
            {"parallel": true, "template": [{"delay": 100, "template": "say a"}, "slow 100 b"]}
            """);
    assertThat(run.now).isEqualTo(100);
  }

  @Test
  void timeout_on_a_group_is_one_budget_for_the_whole_node_and_fails_closed() {
    Simulation run =
        Simulation.run(
            """
            [{"timeout": 100, "retry": 5, "template": ["slow 60 a", "slow 60 b", "say c"]},
             "say after"]
            """);
    assertThat(run.status()).isEqualTo("degraded");
    assertThat(run.stateOf("0.0")).isEqualTo("timeout");
    assertThat(run.stateOf("0.0.1")).isEqualTo("cancelled");
    assertThat(run.stateOf("0.0.2")).isEqualTo("skipped");
    assertThat(run.trace).filteredOn(line -> line.contains("slow 60 a")).hasSize(1);
    StepResult group = run.machine().result(run.step("0.0"));
    assertThat(group).isNotNull();
    assertThat(group.outcome().word()).isEqualTo("timed_out");
    assertThat(group.exitCode()).isEqualTo(124);
  }

  @Test
  void timeout_on_a_group_counts_delays_and_retries_inside_it() {
    Simulation run =
        Simulation.run(
            """
            [{"timeout": 100, "template": [{"delay": 500, "template": "say a"}]}, "say b"]
            """);
    assertThat(run.now).isEqualTo(100);
    assertThat(run.stateOf("0.0.0")).isEqualTo("cancelled");
  }

  @Test
  void a_budget_that_is_not_spent_changes_nothing() {
    Simulation run = Simulation.run("{\"timeout\": 100, \"template\": [\"slow 60 a\", \"cat\"]}");
    assertThat(run.status()).isEqualTo("done");
    assertThat(run.now).isEqualTo(60);
  }

  @Test
  void cancel_stops_what_runs_and_starts_nothing_new() {
    Simulation run =
        Simulation.of(
                """
                [{"parallel": true, "template": ["slow 100 a", {"delay": 50, "template": "say b"},
                   {"template": ["slow 100 c", "say d"]}]}, "say e"]
                """)
            .start()
            .goOn(10)
            .cancel();
    assertThat(run.status()).isEqualTo("running");
    run.goOn(Long.MAX_VALUE);
    assertThat(run.status()).isEqualTo("cancelled");
    assertThat(run.now).isEqualTo(11);
    assertThat(run.exitCode()).isEqualTo(130);
    assertThat(List.of(run.stateOf("0.0.0"), run.stateOf("0.0.1"), run.stateOf("0.0.2")))
        .containsOnly("cancelled");
    assertThat(run.stateOf("0.1")).isEqualTo("skipped");
  }

  @Test
  void cancel_of_a_group_that_stops_only_to_try_again_wins() {
    Simulation run =
        Simulation.of(
                """
                {"retry": 3, "parallel": true, "template": [
                  "slow 100 a", {"failure": "root", "template": ["slow 10 b", "fail 1"]}]}
                """
                    .replace(
                        "{\"failure\": \"root\", \"template\": [",
                        "{\"failure\": \"root\", \"template\": ["))
            .start()
            .goOn(10)
            .cancel()
            .goOn(Long.MAX_VALUE);
    assertThat(run.status()).isEqualTo("cancelled");
    assertThat(run.trace).noneMatch(line -> line.contains("#2"));
  }

  @Test
  void a_node_that_stops_to_try_again_does_not_once_the_run_is_being_stopped() {
    Simulation run =
        Simulation.run(
            """
            {"parallel": true, "template": [
              {"retry": 2, "parallel": true, "template": [
                "slow 40 x", {"failure": "root", "template": ["slow 10 y", "fail 2"]}]},
              {"template": ["slow 10 a", {"failure": "root", "template": "fail 1"}]}]}
            """);
    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.trace).noneMatch(line -> line.contains("#2"));
    assertThat(run.stateOf("0.0")).isEqualTo("cancelled");
  }

  @Test
  void cancelled_branch_counts_as_failed_in_its_join() {
    Simulation run =
        Simulation.of("{\"parallel\": true, \"template\": [\"slow 100 a\", \"slow 50 b\"]}")
            .start()
            .goOn(5)
            .cancel("0.0")
            .goOn(Long.MAX_VALUE);
    assertThat(run.status()).isEqualTo("degraded");
    assertThat(run.stdout()).startsWith("--- branch: branch 1 status: cancelled ---\nexit: 130");
  }

  @Test
  void cancel_before_anything_and_after_the_end_does_nothing_wrong() {
    Simulation run = Simulation.run("\"say x\"");
    run.cancel();
    assertThat(run.status()).isEqualTo("done");
  }

  @Test
  void news_of_an_old_attempt_are_ignored() {
    Simulation run = Simulation.run("{\"retry\": 2, \"template\": \"flaky x 2\"}");
    assertThat(run.status()).isEqualTo("done");
  }

  @Test
  void long_sequences_and_wide_fan_outs_do_not_grow_the_stack() {
    Simulation chain = Simulation.run("{\"repeat\": 20000, \"template\": \"cat\"}");
    assertThat(chain.status()).isEqualTo("done");
    Simulation skipped =
        Simulation.run("{\"repeat\": 20000, \"when\": false, \"template\": \"cat\"}");
    assertThat(skipped.status()).isEqualTo("done");
    Simulation wide =
        Simulation.run("{\"parallel\": true, \"repeat\": 20000, \"template\": \"say {index}\"}");
    assertThat(wide.status()).isEqualTo("done");
    assertThat(wide.stdout()).endsWith("19999");
  }
}
