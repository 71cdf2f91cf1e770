package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The semantics of running: the standard's text and the decisions about what it leaves open. */
class RunMachineTest {

  // Flow

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

  // Failure scopes

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

  // Parallel and joins

  @Test
  void parallel_children_get_the_same_input_and_are_joined_in_declaration_order() {
    Simulation run =
        Simulation.run(
            """
            ["say in", {"parallel": true, "template": [
               {"template": ["cat", "slow 50 first"]}, "cat"]}]
            """);
    assertThat(run.stdout())
        .isEqualTo(
            "--- branch: branch 1 status: done ---\nfirst\n"
                + "--- branch: branch 2 status: done ---\nin");
    assertThat(run.status()).isEqualTo("done");
  }

  @Test
  void join_adds_a_newline_only_where_a_body_does_not_end_with_one() {
    Simulation run =
        Simulation.run(
            """
            {"parallel": true, "template": ["say 'a\\n'", "say b", "say ''", "say d"]}
            """);
    assertThat(run.stdout())
        .isEqualTo(
            "--- branch: branch 1 status: done ---\na\n"
                + "--- branch: branch 2 status: done ---\nb\n"
                + "--- branch: branch 3 status: done ---\n"
                + "--- branch: branch 4 status: done ---\nd");
  }

  @Test
  void all_branches_failed_still_ends_with_zero_and_is_not_usable() {
    Simulation run =
        Simulation.run("[{\"parallel\": true, \"template\": [\"fail 1\", \"fail 2\"]}, \"cat\"]");
    assertThat(run.status()).isEqualTo("degraded");
    assertThat(run.stdout()).contains("exit: 1").contains("exit: 2");
    Join join = run.joined.get(0);
    assertThat(join.usable()).isFalse();
    assertThat(join.degraded()).isTrue();
    assertThat(join.coverage()).isZero();
  }

  @Test
  void failure_scope_on_the_parallel_node_makes_a_failed_branch_fail_it() {
    Simulation run =
        Simulation.run(
            """
            [{"parallel": true, "failure": "branch", "template": ["fail 4", "slow 10 ok"]},
             "say never"]
            """);
    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.stateOf("0.0.1")).as("siblings keep running").isEqualTo("done");
  }

  @Test
  void skipped_branch_counts_as_skipped_and_its_body_is_empty() {
    Simulation run =
        Simulation.run(
            """
            {"parallel": true, "template":
              ["say a", {"label": "off", "when": "no", "template": "say b"}, "say c"]}
            """);
    assertThat(run.status()).isEqualTo("done");
    assertThat(run.stdout())
        .isEqualTo(
            "--- branch: branch 1 status: done ---\na\n"
                + "--- branch: off status: skipped ---\n--- branch: branch 3 status: done ---\nc");
    Join join = run.joined.get(0);
    assertThat(join.expected()).isEqualTo(3);
    assertThat(join.done()).isEqualTo(2);
    assertThat(join.skipped()).isEqualTo(1);
    assertThat(join.failed()).isZero();
    assertThat(join.coverage()).isEqualTo(1.0);
  }

  @Test
  void timed_out_branch_has_status_timeout() {
    Simulation run = Simulation.run("{\"parallel\": true, \"template\": [\"late 30\", \"say b\"]}");
    assertThat(run.stdout()).startsWith("--- branch: branch 1 status: timeout ---\nexit: 124\n");
    assertThat(run.joined.get(0).failed()).isEqualTo(1);
    assertThat(run.joined.get(0).coverage()).isEqualTo(0.5);
  }

  @Test
  void join_shows_the_first_thousand_characters_of_stderr() {
    String stderr = "é".repeat(1500);
    Simulation run =
        Simulation.run(
            "{\"parallel\": true, \"template\": [\"fail 1 " + stderr + "\", \"say b\"]}");
    assertThat(run.stdout()).contains("stderr: " + "é".repeat(1000) + "\n---");
  }

  @Test
  void concurrency_caps_how_many_branches_run_at_once() {
    Simulation run =
        Simulation.run(
            "{\"parallel\": true, \"concurrency\": 3, \"repeat\": 10, \"template\": \"slow 10 x\"}");
    assertThat(run.mostAtOnce).isEqualTo(3);
    assertThat(run.now).isEqualTo(40);
    assertThat(run.status()).isEqualTo("done");
  }

  @Test
  void concurrency_counts_branches_and_not_leaves() {
    Simulation run =
        Simulation.run(
            """
            {"parallel": true, "concurrency": 1, "template": [
              {"parallel": true, "template": ["slow 10 a", "slow 10 b"]},
              {"template": ["slow 10 c", "slow 10 d"]}]}
            """);
    assertThat(run.mostAtOnce).isEqualTo(2);
    assertThat(run.now).isEqualTo(30);
  }

  @Test
  void a_waiting_delay_holds_no_slot() {
    Simulation run =
        Simulation.run(
            """
            {"parallel": true, "concurrency": 1, "template": [
              {"delay": 100, "template": "say late"},
              {"template": ["slow 10 a", {"delay": 50, "template": "slow 10 b"}]},
              "slow 30 c"]}
            """);
    assertThat(run.trace)
        .containsExactly(
            "0 start slow 10 a #1",
            "10 start slow 30 c #1",
            "60 start slow 10 b #1",
            "100 start say late #1");
    assertThat(run.status()).isEqualTo("done");
  }

  @Test
  void nested_caps_hold_at_every_level() {
    Simulation run =
        Simulation.run(
            """
            {"parallel": true, "concurrency": 2, "repeat": 4, "template":
              {"parallel": true, "concurrency": 2, "repeat": 5, "template": "slow 10 x"}}
            """);
    assertThat(run.mostAtOnce).isEqualTo(4);
    assertThat(run.now).isEqualTo(60);
    assertThat(run.status()).isEqualTo("done");
  }

  // Quorum

  @Test
  void quorum_complete_degraded_and_insufficient() {
    assertThat(quorum(2, "continue", "say a", "say b", "say c").stdout())
        .startsWith(
            "--- parallel_status: complete usable: 3 expected: 3 minimum: 2 ---\n"
                + "--- branch: branch 1 status: done ---\na\n");
    Simulation degraded = quorum(2, "continue", "say a", "fail 1", "say c");
    assertThat(degraded.stdout())
        .startsWith("--- parallel_status: degraded usable: 2 expected: 3 minimum: 2 ---\n");
    assertThat(degraded.status()).isEqualTo("degraded");
    Simulation insufficient = quorum(2, "continue", "say a", "fail 1", "fail 2");
    assertThat(insufficient.stdout())
        .startsWith("--- parallel_status: insufficient_data usable: 1");
    assertThat(insufficient.status()).isEqualTo("degraded");
    assertThat(insufficient.joined.get(0).usable()).isFalse();
  }

  @Test
  void quorum_with_a_failure_scope_fails_exactly_when_it_is_not_met() {
    assertThat(quorum(2, "branch", "say a", "fail 1", "say c").status()).isEqualTo("degraded");
    assertThat(quorum(2, "root", "say a", "fail 1", "say c").status()).isEqualTo("degraded");
    assertThat(quorum(2, "branch", "say a", "fail 8", "fail 2").status()).isEqualTo("failed");
    assertThat(quorum(2, "root", "say a", "fail 8", "fail 2").exitCode()).isEqualTo(8);
  }

  @Test
  void quorum_counts_only_branches_that_printed_something() {
    Simulation run = quorum(2, "branch", "say a", "say ''", "say ''");
    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(quorum(1, "branch", "say a", "say ''").joined.get(0).verdict())
        .isEqualTo(Join.Verdict.DEGRADED);
  }

  private static Simulation quorum(int minimum, String failure, String... commands) {
    return Simulation.run(
        "{\"parallel\": true, \"min_successful\": %d, \"failure\": \"%s\", \"template\": [%s]}"
            .formatted(minimum, failure, "\"" + String.join("\", \"", commands) + "\""));
  }

  // Retry and recover

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
                        "template": ["cat", {"template": ["flaky z 2", "say x"]}, "say done"]}]
            """);
    assertThat(run.trace.stream().filter(line -> line.contains("cat"))).hasSizeBetween(1, 2);
    assertThat(
            Simulation.run(
                    """
            ["say in", {"retry": 2, "recover": "say noise", "failure": "branch",
             "template": [{"template": "cat"}, {"parallel": true, "failure": "branch",
               "template": ["cat", "flaky q 2"]}]}]
            """)
                .stdout())
        .contains("--- branch: branch 1 status: done ---\nin");
  }

  @Test
  void recover_runs_between_attempts_reads_the_failed_stdout_and_its_output_is_ignored() {
    Simulation run =
        Simulation.run("{\"retry\": 3, \"recover\": \"cat\", \"template\": \"flaky x 2\"}");
    assertThat(run.trace)
        .containsExactly("0 start flaky x 2 #1", "0 start cat #1", "0 start flaky x 2 #2");
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

  // Delay, timeout, cancellation

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
