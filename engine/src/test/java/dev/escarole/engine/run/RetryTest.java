package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Attempts and recoveries. */
class RetryTest {
  @Test
  void retry_on_a_leaf_repeats_it_until_it_succeeds() {
    Simulation run = Simulation.run("{\"retry\": 5, \"template\": \"flaky x 3\"}");
    assertThat(run.status()).isEqualTo("done");
    assertThat(run.stdout()).isEqualTo("try 3");
    assertThat(run.trace).hasSize(3);
  }

  @Test
  void retry_ends_after_the_last_attempt() {
    Simulation run = Simulation.run("{\"retry\": 2, \"template\": \"flaky x 3\"}");
    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.exitCode()).isEqualTo(7);
    assertThat(run.trace).hasSize(2);
  }

  @Test
  void group_retry_repeats_the_whole_group_only_when_it_returns_a_failure() {
    Simulation checked =
        Simulation.run(
            "{\"failure\": \"branch\", \"retry\": 3, \"template\": [\"say work\", \"flaky t 2\"]}");
    assertThat(checked.status()).isEqualTo("done");
    assertThat(checked.trace)
        .containsExactly(
            "0 start say work #1", "0 start flaky t 2 #1",
            "0 start say work #2", "0 start flaky t 2 #2");
    Simulation unchecked =
        Simulation.run("{\"retry\": 3, \"template\": [\"say work\", \"flaky t 2\"]}");
    assertThat(unchecked.status()).isEqualTo("degraded");
    assertThat(unchecked.trace).hasSize(2);
  }

  @Test
  void group_retry_also_catches_a_root_failure_and_lets_it_go_when_attempts_are_used_up() {
    Simulation caught =
        Simulation.run(
            """
            ["say a", {"retry": 2, "failure": "root", "template": ["flaky r 2", "say b"]}, "cat"]
            """);
    assertThat(caught.status()).isEqualTo("done");
    assertThat(caught.stdout()).isEqualTo("b");
    Simulation lost =
        Simulation.run(
            """
            ["say a", {"retry": 2, "failure": "root", "template": ["flaky r 9", "say b"]}, "cat"]
            """);
    assertThat(lost.status()).isEqualTo("failed");
    assertThat(lost.trace).hasSize(3);
  }

  @Test
  void retried_parallel_node_waits_for_what_it_stopped_before_it_starts_again() {
    Simulation run =
        Simulation.run(
            """
            {"retry": 2, "parallel": true, "template": [
               "slow 40 x", {"failure": "root", "template": "flaky p 2"}]}
            """);
    assertThat(run.trace)
        .containsExactly(
            "0 start slow 40 x #1",
            "0 start flaky p 2 #1",
            "0 stop slow 40 x",
            "1 start slow 40 x #2",
            "1 start flaky p 2 #2");
    assertThat(run.status()).isEqualTo("done");
    assertThat(run.machine().joins()).hasSize(1);
  }

  @Test
  void each_attempt_reads_the_nodes_original_input() {
    Simulation run =
        Simulation.run(
            """
            ["say in", {"failure": "branch", "retry": 2, "recover": "say noise",
                        "template": ["cat", "flaky z 2"]}]
            """);
    assertThat(run.inputsOf("cat")).containsExactly("in", "in");
    assertThat(run.inputsOf("flaky z 2")).containsExactly("in", "in");
    assertThat(run.stdout()).isEqualTo("try 2");
  }

  @Test
  void recover_runs_between_attempts_reads_the_failed_stdout_and_its_output_is_ignored() {
    Simulation run =
        Simulation.run("{\"retry\": 3, \"recover\": \"cat\", \"template\": \"flaky x 2\"}");
    assertThat(run.trace)
        .containsExactly("0 start flaky x 2 #1", "0 start cat #1", "0 start flaky x 2 #2");
    assertThat(run.inputsOf("cat")).containsExactly("bad 1");
    assertThat(run.stdout()).isEqualTo("try 2");
    assertThat(run.status()).isEqualTo("done");
  }

  @Test
  void failed_recover_ends_the_retries_with_its_exit_code_and_does_not_jump_to_the_root() {
    Simulation run =
        Simulation.run(
            """
            [{"retry": 3, "recover": ["fail 55", "say never"], "template": "fail 1"}, "say after"]
            """);
    assertThat(run.status()).isEqualTo("degraded");
    assertThat(run.stdout()).isEqualTo("after");
    StepResult node = run.machine().result(run.step("0.0"));
    assertThat(node).isNotNull();
    assertThat(node.exitCode()).isEqualTo(55);
    assertThat(run.trace).hasSize(3).noneMatch(line -> line.contains("never"));
  }

  @Test
  void explicit_softer_failure_in_a_recover_is_honoured_on_a_single_command_too() {
    Simulation single =
        Simulation.run(
            """
            {"retry": 2, "recover": {"failure": "continue", "template": "fail 3"},
             "template": "flaky x 2"}
            """);
    assertThat(single.stdout()).isEqualTo("try 2");
    Simulation inside =
        Simulation.run(
            """
            {"retry": 2, "template": "flaky x 2",
             "recover": [{"failure": "continue", "template": "fail 3"}, "say cleaned"]}
            """);
    assertThat(inside.stdout()).isEqualTo("try 2");
    assertThat(inside.trace).anyMatch(line -> line.contains("cleaned"));
  }

  @Test
  void failed_attempts_that_were_made_good_do_not_degrade_the_run() {
    Simulation run =
        Simulation.run(
            """
            {"failure": "branch", "retry": 2, "template": [
              {"parallel": true, "failure": "branch", "template": ["flaky a 2", "say b"]}]}
            """);
    assertThat(run.status()).isEqualTo("done");
    assertThat(run.joined).hasSize(2);
    assertThat(run.machine().joins())
        .singleElement()
        .satisfies(join -> assertThat(join.degraded()).isFalse());
  }

  @Test
  void nested_object_hands_its_childs_failure_to_the_retry_around_it() {
    Simulation run =
        Simulation.run(
            "{\"retry\": 3, \"template\": {\"label\": \"in\", \"template\": \"flaky n 3\"}}");
    assertThat(run.stdout()).isEqualTo("try 3");
    assertThat(run.status()).isEqualTo("done");
  }
}
