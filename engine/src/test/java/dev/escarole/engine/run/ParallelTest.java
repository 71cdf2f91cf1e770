package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Branches, joins, concurrency caps and quorums. */
class ParallelTest {
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
}
