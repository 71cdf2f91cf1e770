package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.Step;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether the author agreed to how a run ended, and who read the output of a failed step. */
class AcceptanceTest {

  private static Acceptance of(String recipe) {
    return Simulation.run(recipe).acceptance();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          done     | true  | ["say a", "cat"]
          degraded | false | ["fail 1", "cat"]
          degraded | false | ["say a", "fail 1"]
          degraded | true  | [{"failure": "continue", "template": "fail 1"}, "cat"]
          degraded | true  | {"failure": "continue", "template": ["fail 1", "cat"]}
          degraded | true  | {"failure": "continue", "template": [{"template": ["fail 1", "say"]}, "cat"]}
          degraded | false | {"failure": "branch", "template": [{"parallel": true, "template": [{"template": ["fail 1", "cat"], "failure": "branch"}]}, "cat"]}
          degraded | false | [{"template": {"template": "fail 1"}}, "cat"]
          degraded | true  | [{"template": {"template": "fail 1", "failure": "continue"}}, "cat"]
          failed   | false | ["fail 1"]
          failed   | false | {"failure": "continue", "template": "fail 1"}
          failed   | false | [{"failure": "branch", "template": "fail 1"}, "cat"]
          failed   | false | [{"failure": "root", "template": "fail 1"}, "cat"]
          degraded | false | {"parallel": true, "template": ["fail 1", "say b"]}
          degraded | false | {"parallel": true, "template": ["fail 1", "fail 2"]}
          degraded | true  | {"parallel": true, "failure": "continue", "template": ["fail 1", "fail 2"]}
          degraded | true  | {"parallel": true, "template": [{"failure": "continue", "template": "fail 1"}, "say b"]}
          degraded | false | {"parallel": true, "template": [{"failure": "continue", "template": "fail 1"}, "fail 2"]}
          degraded | false | {"parallel": true, "template": [{"failure": "branch", "template": "fail 1"}, "say b"]}
          degraded | true  | {"parallel": true, "failure": "continue", "template": [{"failure": "branch", "template": "fail 1"}, "say b"]}
          failed   | false | {"parallel": true, "failure": "branch", "template": ["fail 1", "say b"]}
          degraded | true  | {"parallel": true, "min_successful": 1, "template": ["fail 1", "say b"]}
          degraded | true  | {"parallel": true, "min_successful": 0, "template": ["fail 1", "fail 2"]}
          degraded | false | {"parallel": true, "min_successful": 2, "template": ["fail 1", "say b"]}
          degraded | false | {"parallel": true, "min_successful": 2, "template": ["say ''", "say b"]}
          degraded | true  | {"parallel": true, "min_successful": 1, "template": ["say ''", "say b"]}
          degraded | true  | {"parallel": true, "min_successful": 1, "failure": "branch", "template": ["fail 1", "say b"]}
          failed   | false | {"parallel": true, "min_successful": 2, "failure": "branch", "template": ["fail 1", "say b"]}
          degraded | false | {"parallel": true, "min_successful": 1, "template": [{"template": ["fail 1", "cat"]}, "say b"]}
          degraded | true  | {"parallel": true, "min_successful": 1, "template": [{"template": [{"failure": "continue", "template": "fail 1"}, "say a"]}, "say b"]}
          degraded | true  | {"parallel": true, "min_successful": 1, "template": [{"template": ["fail 1", {"failure": "branch", "template": "fail 2"}]}, "say b"]}
          degraded | false | {"failure": "continue", "template": [{"parallel": true, "failure": "branch", "min_successful": 0, "template": [{"template": ["fail 1", "say"]}]}, "cat"]}
          degraded | true  | {"parallel": true, "failure": "continue", "repeat": 3, "template": "fail 1"}
          degraded | true  | {"failure": "continue", "repeat": 3, "template": "fail 1"}
          degraded | false | {"repeat": 3, "template": "fail 1"}
          done     | true  | [{"retry": 2, "template": "flaky a 2"}, "cat"]
          done     | true  | [{"retry": 2, "template": ["flaky b 2", "say x", {"failure": "branch", "template": "flaky c 2"}]}, "cat"]
          done     | true  | ["say a", {"when": false, "template": "fail 1"}]
          done     | true  | {"parallel": true, "template": ["say a", {"when": false, "template": "fail 1"}]}
          degraded | false | [{"timeout": 5, "template": ["slow 20 x"]}, "cat"]
          degraded | true  | [{"timeout": 5, "failure": "continue", "template": ["slow 20 x"]}, "cat"]
          """)
  void a_degraded_run_is_accepted_only_with_the_authors_consent(
      String status, boolean accepted, String recipe) {
    Simulation run = Simulation.run(recipe);
    assertThat(run.status()).as(recipe).isEqualTo(status);
    assertThat(run.acceptance().accepted()).as(recipe).isEqualTo(accepted);
  }

  @Test
  void a_loss_says_what_is_missing_and_why() {
    Acceptance acceptance =
        of("[{\"label\": \"count\", \"template\": \"fail 3 no such file\"}, \"cat\"]");
    assertThat(acceptance.losses())
        .containsExactly(
            new Acceptance.Loss(
                "0.0", "count", "fail 3 no such file", "exited", 3, "no such file", null));
    assertThat(acceptance.lossCount()).isEqualTo(1);
  }

  @Test
  void a_failed_branch_is_one_loss_whatever_failed_in_it() {
    Acceptance acceptance =
        of(
            """
            {"parallel": true, "template": ["say a", {"template":
              ["fail 1", "fail 2", {"failure": "branch", "template": "fail 3"}]}]}
            """);
    assertThat(acceptance.losses()).extracting(Acceptance.Loss::path).containsExactly("0.1");
  }

  @Test
  void losses_without_consent_come_first() {
    Acceptance acceptance =
        of("[{\"failure\": \"continue\", \"template\": \"fail 1\"}, \"fail 2\", \"say x\"]");
    assertThat(acceptance.losses())
        .extracting(Acceptance.Loss::path, Acceptance.Loss::consent)
        .containsExactly(tuple("0.1", null), tuple("0.0", Consent.FAILURE_CONTINUE));
  }

  @Test
  void of_many_losses_a_hundred_are_kept_and_all_are_counted() {
    Acceptance acceptance = of("{\"parallel\": true, \"repeat\": 250, \"template\": \"fail 1\"}");
    assertThat(acceptance.losses()).hasSize(100);
    assertThat(acceptance.lossCount()).isEqualTo(250);
    assertThat(acceptance.accepted()).isFalse();
  }

  @Test
  void a_cancelled_run_is_not_accepted() {
    Simulation run =
        Simulation.of("[\"fail 1\", \"slow 50 x\"]").start().goOn(10).cancel().goOn(99);
    assertThat(run.status()).isEqualTo("cancelled");
    assertThat(run.acceptance().accepted()).isFalse();
  }

  @Test
  void a_cancelled_branch_is_a_loss_without_consent() {
    Simulation run =
        Simulation.of("{\"parallel\": true, \"template\": [\"slow 50 x\", \"say b\"]}")
            .start()
            .goOn(10)
            .cancel("0.0")
            .goOn(99);
    assertThat(run.status()).isEqualTo("degraded");
    assertThat(run.acceptance().accepted()).isFalse();
  }

  // Who read what

  private static List<String> reads(String recipe) {
    return of(recipe).readsFromFailure().stream()
        .map(read -> read.step() + " " + read.command() + " < " + read.from())
        .toList();
  }

  @Test
  void the_step_behind_a_failed_one_read_its_empty_output() {
    assertThat(reads("[\"say a\", \"fail 1\", \"cat\", \"cat\"]")).containsExactly("0.2 cat < 0.1");
  }

  @Test
  void consent_does_not_hide_who_read_the_output_of_a_failed_step() {
    assertThat(reads("{\"failure\": \"continue\", \"template\": [\"fail 1\", \"cat\"]}"))
        .containsExactly("0.1 cat < 0.0");
  }

  @Test
  void a_skipped_step_hands_the_empty_output_on() {
    assertThat(reads("[\"fail 1\", {\"when\": false, \"template\": \"say x\"}, \"cat\"]"))
        .containsExactly("0.2 cat < 0.0");
  }

  @Test
  void the_first_leaf_of_a_group_and_every_branch_read_it() {
    assertThat(
            reads(
                """
                ["fail 1", {"parallel": true, "template":
                  [{"template": ["cat", "say x"]}, "cat"]}, "cat"]
                """))
        .containsExactly("0.1.0.0 cat < 0.0", "0.1.1 cat < 0.0");
  }

  @Test
  void a_group_whose_last_step_failed_hands_its_empty_output_on() {
    assertThat(reads("[{\"template\": [\"say a\", \"fail 1\"]}, \"cat\"]"))
        .containsExactly("0.1 cat < 0.0.1");
  }

  @Test
  void a_step_that_was_not_reached_read_nothing() {
    assertThat(reads("[{\"failure\": \"branch\", \"template\": \"fail 1\"}, \"cat\"]")).isEmpty();
    assertThat(reads("[\"say a\", {\"parallel\": true, \"template\": [\"fail 1\"]}, \"cat\"]"))
        .isEmpty();
  }

  @Test
  void a_run_in_which_a_step_read_what_a_limit_had_cut_is_never_accepted() {
    String recipe = "{\"failure\": \"continue\", \"template\": [\"big\", \"cat\"]}";
    LeafResult tooLarge =
        new LeafResult(
            Outcome.of(Outcome.Kind.OUTPUT_TOO_LARGE, "more than 8 MiB"),
            Content.of("the beginning"),
            Content.EMPTY,
            0);
    Acceptance cut = Simulation.of(recipe).scripted("big", tooLarge).runToEnd().acceptance();
    assertThat(cut.accepted()).isFalse();
    assertThat(cut.losses().get(0).consent()).isEqualTo(Consent.FAILURE_CONTINUE);
    assertThat(cut.readsFromFailure())
        .containsExactly(new Acceptance.FailureRead("0.1", "cat", "0.0", true));
  }

  @Property(tries = 3000)
  void a_run_is_degraded_exactly_if_something_failed_or_a_join_lacks_something(@ForAll long seed) {
    Simulation run = Simulation.run(new RandomRecipes(seed).recipe());
    Acceptance acceptance = run.acceptance();
    boolean lacking = run.machine().joins().stream().anyMatch(Join::degraded);
    for (Step step : run.steps()) {
      StepResult result = run.machine().result(step);
      lacking |= result != null && result.isFailure();
    }
    switch (run.status()) {
      case "done" -> {
        assertThat(lacking).isFalse();
        assertThat(acceptance.accepted()).isTrue();
      }
      case "degraded" -> {
        assertThat(lacking).isTrue();
        assertThat(acceptance.lossCount()).isPositive();
        assertThat(acceptance.accepted())
            .isEqualTo(acceptance.losses().stream().allMatch(loss -> loss.consent() != null));
      }
      default -> assertThat(acceptance.accepted()).isFalse();
    }
  }

  @Property(tries = 1000)
  void a_run_without_a_word_about_failure_is_accepted_only_if_it_is_done(@ForAll long seed) {
    String silent =
        new RandomRecipes(seed)
            .recipe()
            .replaceAll("\"failure\": \"\\w+\", ", "")
            .replaceAll("\"min_successful\": \\d+, ", "");
    Simulation run = Simulation.run(silent);
    assertThat(run.acceptance().accepted()).isEqualTo(run.status().equals("done"));
  }
}
