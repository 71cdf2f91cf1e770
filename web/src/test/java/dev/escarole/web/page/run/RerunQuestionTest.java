package dev.escarole.web.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.web.page.PageServer;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Before a rerun starts, a page says what it keeps and what it runs again. */
@Timeout(300)
class RerunQuestionTest {

  /** In the first join three of five branches have something to run again. */
  private static final String TWO_JOINS =
      """
      name: two joins
      template:
        - label: both
          parallel: true
          template:
            - label: left
              parallel: true
              template:
                - {label: fine, template: echo one}
                - {label: gone, template: cat /none}
                - {label: "<b>lost", template: [echo two, cat /none, echo three]}
                - {label: late, template: cat /none}
                - {label: good, template: echo four}
            - {label: right, parallel: true, template: [echo five, cat /none]}
        - {label: sum, template: wc -l}
      """;

  private static PageServer server;
  private static RunResult run;

  @BeforeAll
  static void open() {
    server = new PageServer();
    run = server.run(TWO_JOINS);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static long runs() {
    return server.engine().records().runs(RunQuery.latest(1_000)).size();
  }

  private static String asked(String scope) {
    long before = runs();
    var answer = server.post("/runs/" + run.run() + "/rerun", Map.of("scope", scope));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(runs()).as("nothing starts before somebody agrees").isEqualTo(before);
    assertThat(answer.body())
        .contains("name=\"confirmed\" value=\"yes\"", "This run stays as it is.")
        .doesNotContain("<b>lost");
    return answer.body().replaceAll("\\s+", " ");
  }

  @Test
  void a_join_is_topped_up_by_its_own_branches_and_says_which() {
    String page = server.page("/runs/" + run.run() + "/joins/0.0.0").replaceAll("\\s+", " ");
    assertThat(page)
        .contains("Rerun 3 of 5 branches…")
        .contains("runs again: ", "gone", "late", "&lt;b&gt;lost")
        .contains("The results of 2 branches are kept.");
    assertThat(asked("failed 0.0.0"))
        .contains("Rerun 3 of 5 branches of join “left”?")
        .contains("gone, &lt;b&gt;lost, late")
        // The failed one, what was not reached after it, two other branches, and the step behind.
        .contains("<strong>5 steps</strong>", ">Rerun 5 steps</button>")
        .contains("The 5 results of steps that stay valid are reused")
        .contains("href=\"/runs/" + run.run() + "/joins/0.0.0\">Keep");
  }

  @Test
  void what_failed_anywhere_is_another_question() {
    assertThat(asked("failed"))
        .contains("Rerun what failed?", "3 of 5 branches of join", "1 of 2 branches of join")
        .contains("<strong>6 steps</strong>", "The 4 results");
  }

  @Test
  void everything_is_run_again_only_after_it_was_said_that_nothing_is_kept() {
    assertThat(asked("all"))
        .contains("Rerun everything?", "<strong>10 steps</strong>")
        .contains("Nothing: 6 steps that are done run again, too.")
        .contains("Only what failed…");
    long before = runs();
    var answer =
        server.post("/runs/" + run.run() + "/rerun", Map.of("scope", "all", "confirmed", "yes"));
    assertThat(answer.statusCode()).isEqualTo(303);
    assertThat(runs()).isEqualTo(before + 1);
  }

  @Test
  void a_branch_and_a_step_and_a_cause_are_named() {
    assertThat(asked("branch 0.0.0.1")).contains("Rerun the branch “gone”?", "2 steps");
    assertThat(asked("from 0.1")).contains("Rerun from “sum” on?");
    String key =
        server.page("/runs/" + run.run()).replaceAll("(?s).*value=\"cause ([0-9a-f]+)\".*", "$1");
    assertThat(asked("cause " + key)).contains("Rerun what failed of “cat: …: No such file");
  }

  @Test
  void a_run_that_goes_on_is_not_asked_about() {
    RunHandle going = server.start("{delay: 3600000, template: echo}");
    var answer = server.post("/runs/" + going.id() + "/rerun", Map.of("scope", "all"));
    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.body()).contains("is not over");
    going.cancel();
  }
}
