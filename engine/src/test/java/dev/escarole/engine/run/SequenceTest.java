package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How output flows through sequences, and how far a failure reaches. */
class SequenceTest {
  @Test
  void sequence_hands_stdout_on_and_ends_with_the_last() {
    Simulation run = Simulation.run("[\"say one\", \"cat\", \"cat\"]");
    assertThat(run.status()).isEqualTo("done");
    assertThat(run.stdout()).isEqualTo("one");
  }

  @Test
  void first_step_reads_the_runs_input_or_nothing() {
    assertThat(Simulation.of("[\"cat\"]").runToEnd("given").stdout()).isEqualTo("given");
    assertThat(Simulation.of("[\"cat\"]").runToEnd().stdout()).isEmpty();
  }

  @Test
  void skipped_step_hands_its_input_on_also_as_the_final_result() {
    Simulation middle =
        Simulation.run("[\"say kept\", {\"when\": false, \"template\": \"say lost\"}, \"cat\"]");
    assertThat(middle.stdout()).isEqualTo("kept");
    Simulation last =
        Simulation.run("[\"say kept\", {\"when\": \"nobody\", \"template\": \"say lost\"}]");
    assertThat(last.stdout()).isEqualTo("kept");
    assertThat(last.stateOf("0.1")).isEqualTo("skipped");
    assertThat(last.status()).isEqualTo("done");
  }

  @Test
  void no_delay_is_waited_before_a_skip() {
    Simulation run = Simulation.run("{\"when\": false, \"delay\": 5000, \"template\": \"say x\"}");
    assertThat(run.now).isZero();
    assertThat(run.status()).isEqualTo("done");
  }

  @Test
  void sequence_under_continue_records_a_failure_and_hands_on_empty_input() {
    Simulation run = Simulation.run("[\"say one\", \"fail 3 oh\", \"cat\", \"say end\"]");
    assertThat(run.status()).isEqualTo("degraded");
    assertThat(run.stdout()).isEqualTo("end");
    assertThat(run.stateOf("0.1")).isEqualTo("failed");
    assertThat(run.stateOf("0.2")).isEqualTo("done");
  }

  @Test
  void sequence_succeeds_even_if_every_step_failed() {
    Simulation run = Simulation.run("[\"fail 3\", \"fail 4\"]");
    assertThat(run.status()).isEqualTo("degraded");
    assertThat(run.stdout()).isEmpty();
  }

  @Test
  void at_the_root_a_sequence_of_exactly_one_failing_step_is_a_failed_run() {
    assertThat(Simulation.run("[\"fail 3\"]").status()).isEqualTo("failed");
    assertThat(Simulation.run("[\"fail 3\"]").exitCode()).isEqualTo(3);
    assertThat(
            Simulation.run("[[\"fail 3\"]]".replace("[[", "[{\"template\": [").replace("]]", "]}]"))
                .status())
        .as("a nested sequence of one step is not the root")
        .isEqualTo("degraded");
  }

  @Test
  void a_failing_root_command_is_a_failed_run() {
    assertThat(Simulation.run("\"fail 9\"").status()).isEqualTo("failed");
  }

  @Test
  void branch_failure_stops_the_sequence_and_fails_the_branch_only() {
    Simulation run =
        Simulation.run(
            """
            {"parallel": true, "template": [
              {"label": "agent-a", "failure": "branch",
               "template": ["say a-work", "fail 2 invalid", "say a-push"]},
              {"label": "agent-b", "failure": "branch", "template": ["say b-work", "say b-push"]}
            ]}
            """);
    assertThat(run.status()).isEqualTo("degraded");
    assertThat(run.stateOf("0.0.2")).isEqualTo("skipped");
    assertThat(run.stdout())
        .isEqualTo(
            """
            --- branch: agent-a status: failed ---
            exit: 2
            stderr: invalid
            --- branch: agent-b status: done ---
            b-push""");
  }

  @Test
  void branch_failure_passes_through_every_sequence_up_to_the_root() {
    Simulation run =
        Simulation.run(
            """
            ["say a", {"template": ["say b", {"template": [
               {"failure": "branch", "template": "fail 5"}, "say never"]}, "say nor"]}, "say no"]
            """);
    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.trace).noneMatch(line -> line.contains("never") || line.contains("no"));
  }

  @Test
  void branch_failure_stops_at_the_nearest_parallel_node() {
    Simulation run =
        Simulation.run(
            """
            [{"parallel": true, "template": [
               {"template": [{"template": [{"failure": "branch", "template": "fail 5"}]}, "say x"]},
               "say y"]},
             "say after"]
            """);
    assertThat(run.status()).isEqualTo("degraded");
    assertThat(run.stdout()).isEqualTo("after");
    assertThat(run.stateOf("0.0.0.1")).isEqualTo("skipped");
  }

  @Test
  void root_failure_stops_the_run_and_cancels_what_runs() {
    Simulation run =
        Simulation.run(
            """
            [{"parallel": true, "template": [
               {"label": "long", "template": ["slow 1000 x", "say next"]},
               {"template": ["slow 10 y", {"failure": "root", "template": "fail 6"}]}]},
             "say after"]
            """);
    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.exitCode()).isEqualTo(6);
    assertThat(run.now).isLessThan(100);
    assertThat(run.stateOf("0.0.0.0")).isEqualTo("cancelled");
    assertThat(run.stateOf("0.0.0")).isEqualTo("cancelled");
    assertThat(run.stateOf("0.0.1")).isEqualTo("failed");
    assertThat(run.trace).noneMatch(line -> line.contains("next") || line.contains("after"));
    assertThat(run.joined)
        .singleElement()
        .satisfies(
            join ->
                assertThat(join.branches())
                    .extracting(Join.Branch::status)
                    .containsExactly(StepStatus.CANCELLED, StepStatus.FAILED));
  }

  @Test
  void a_sequences_scope_governs_the_steps_that_have_none() {
    Simulation run =
        Simulation.run(
            """
            ["say a", {"failure": "branch", "template": ["fail 2", "say never"]}]
            """);
    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.trace).noneMatch(line -> line.contains("never"));
  }

  @Test
  void an_explicit_softer_scope_of_a_step_wins_over_its_sequence() {
    Simulation run =
        Simulation.run(
            """
            {"failure": "branch", "template":
              [{"failure": "continue", "template": "fail 2"}, "say went on"]}
            """);
    assertThat(run.status()).isEqualTo("degraded");
    assertThat(run.stdout()).isEqualTo("went on");
  }
}
