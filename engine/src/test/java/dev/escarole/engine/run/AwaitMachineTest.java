package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps that wait for people and programs, without any. */
class AwaitMachineTest {

  private static final String ASK = "{\"await\": \"approval\"}";

  @Test
  void approval_passes_its_input_on() {
    Simulation run = Simulation.of("[\"say draft\", " + ASK + ", \"cat\"]").runToEnd();
    assertThat(run.status()).isEqualTo("running");
    assertThat(run.stateOf("0.1")).isEqualTo("awaiting");
    assertThat(run.trace)
        .contains("0 await approval #1")
        .noneMatch(line -> line.endsWith("cat #1"));
    run.approve("0.1").goOn(Long.MAX_VALUE);
    assertThat(run.status()).isEqualTo("done");
    assertThat(run.stdout()).isEqualTo("draft");
  }

  @Test
  void answer_of_a_callback_is_its_output() {
    Simulation run =
        Simulation.of("[\"say draft\", {\"await\": \"callback\"}, \"cat\"]").runToEnd();
    run.answer("0.1", Simulation.exited(0, "built", "")).goOn(Long.MAX_VALUE);
    assertThat(run.stdout()).isEqualTo("built");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[%s, \"say published\"]",
        "[{\"template\": [%s]}, \"say published\"]",
        "[{\"retry\": 1, \"template\": %s}, \"say published\"]",
        "[{\"repeat\": 2, \"await\": \"approval\"}, \"say published\"]",
        "{\"success_codes\": [0, 1], \"template\": [%s, \"say published\"]}",
        "[{\"parallel\": true, \"template\": [%s, \"say b\"]}, \"say published\"]",
        "[{\"parallel\": true, \"repeat\": 1, \"await\": \"approval\"}, \"say published\"]",
        "[{\"parallel\": true, \"template\": [\"say b\", {\"template\": [\"say a\", %s]}]}, \"say published\"]",
        "[{\"template\": {\"parallel\": true, \"template\": [%s, \"say b\"]}}, \"say published\"]",
        "[{\"parallel\": true, \"template\": [\"say c\", {\"parallel\": true, \"template\": [%s, \"say b\"]}]}, \"say published\"]",
        "[{\"parallel\": true, \"min_successful\": 2, \"template\": [%s, \"say b\"]}, \"say published\"]"
      })
  void nothing_follows_a_rejection_by_default(String recipe) {
    Simulation run = Simulation.of(recipe.formatted(ASK)).runToEnd();
    String path =
        run.steps().stream()
            .filter(step -> run.machine().state(step) == StepState.AWAITING)
            .findFirst()
            .orElseThrow()
            .path();
    run.reject(path).goOn(Long.MAX_VALUE);
    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.trace).noneMatch(line -> line.contains("published"));
  }

  @Test
  void author_can_let_the_sequence_go_on_after_a_rejection() {
    Simulation run =
        Simulation.of("[{\"await\": \"approval\", \"failure\": \"continue\"}, \"say anyway\"]")
            .runToEnd()
            .reject("0.0")
            .goOn(Long.MAX_VALUE);
    assertThat(run.status()).isEqualTo("degraded");
    assertThat(run.stdout()).isEqualTo("anyway");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"parallel\": true, \"failure\": \"continue\", \"template\": [%s, \"say b\"]}, \"say anyway\"]",
        "[{\"parallel\": true, \"min_successful\": 1, \"template\": [%s, \"say b\"]}, \"say anyway\"]",
        "{\"failure\": \"continue\", \"template\": [{\"parallel\": true, \"template\": [%s, \"say b\"]}, \"say anyway\"]}"
      })
  void author_can_let_the_steps_after_a_join_go_on_after_a_rejection(String recipe) {
    Simulation run = Simulation.of(recipe.formatted(ASK)).runToEnd();
    run.reject("0.0.0").goOn(Long.MAX_VALUE);
    assertThat(run.stdout()).isEqualTo("anyway");
  }

  @Test
  void rejection_ends_only_its_branch() {
    Simulation run =
        Simulation.of(
                "{\"parallel\": true, \"template\": [{\"template\": ["
                    + ASK
                    + ", \"say no\"]}, \"say yes\"]}")
            .runToEnd()
            .reject("0.0.0")
            .goOn(Long.MAX_VALUE);
    assertThat(run.trace).noneMatch(line -> line.contains("say no"));
    assertThat(run.stdout()).contains("yes");
  }

  @Test
  void rejection_with_scope_root_ends_the_run() {
    Simulation run =
        Simulation.of(
                "{\"parallel\": true, \"template\": [{\"await\": \"approval\", \"failure\": \"root\"},"
                    + " \"slow 100 x\"]}")
            .start()
            .reject("0.0")
            .goOn(Long.MAX_VALUE);
    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.stateOf("0.1")).isEqualTo("cancelled");
    Simulation inside =
        Simulation.of(
                "{\"parallel\": true, \"template\": [{\"template\": [{\"await\": \"approval\","
                    + " \"failure\": \"root\"}]}, \"slow 100 x\"]}")
            .start()
            .reject("0.0.0")
            .goOn(Long.MAX_VALUE);
    assertThat(inside.status()).isEqualTo("failed");
    assertThat(inside.stateOf("0.1")).isEqualTo("cancelled");
  }

  @Test
  void another_attempt_asks_again_after_the_recovery() {
    Simulation run =
        Simulation.of(
                "{\"await\": \"approval\", \"retry\": 2, \"retry_delay\": 10, \"recover\": \"say tidy\"}")
            .runToEnd("text")
            .reject("0")
            .goOn(Long.MAX_VALUE);
    assertThat(run.trace)
        .contains("0 start say tidy #1")
        .anyMatch(l -> l.endsWith("await approval #2"));
    run.approve("0").goOn(Long.MAX_VALUE);
    assertThat(run.status()).isEqualTo("done");
    assertThat(run.stdout()).isEqualTo("text");
  }

  @Test
  void second_attempt_without_a_wait_asks_at_once() {
    Simulation run =
        Simulation.of("{\"await\": \"approval\", \"retry\": 2}").runToEnd().reject("0");
    assertThat(run.stateOf("0")).isEqualTo("awaiting");
    run.reject("0");
    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void skipped_wait_asks_nobody() {
    Simulation run =
        Simulation.of("[\"say a\", {\"await\": \"approval\", \"when\": false}, \"cat\"]")
            .runToEnd();
    assertThat(run.status()).isEqualTo("done");
    assertThat(run.stdout()).isEqualTo("a");
  }

  @Test
  void waiting_branch_holds_no_slot() {
    Simulation run =
        Simulation.of(
                "{\"parallel\": true, \"concurrency\": 1, \"template\": ["
                    + ASK
                    + ", \"say b\", \"say c\"]}")
            .runToEnd();
    assertThat(run.stateOf("0.1")).isEqualTo("done");
    assertThat(run.stateOf("0.2")).isEqualTo("done");
    run.approve("0.0").goOn(Long.MAX_VALUE);
    assertThat(run.over).isNotNull();
  }

  @Test
  void cancel_ends_a_wait() {
    Simulation run = Simulation.of("[" + ASK + ", \"say after\"]").runToEnd().cancel();
    assertThat(run.stateOf("0.0")).isEqualTo("stopping");
    run.goOn(Long.MAX_VALUE);
    assertThat(run.status()).isEqualTo("cancelled");
  }

  @Test
  void timeout_of_a_group_ends_a_wait_in_it() {
    Simulation run =
        Simulation.of("{\"timeout\": 1000, \"template\": [" + ASK + ", \"say after\"]}").runToEnd();
    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.exitCode()).isEqualTo(124);
    assertThat(run.trace).noneMatch(line -> line.contains("say after"));
  }
}
