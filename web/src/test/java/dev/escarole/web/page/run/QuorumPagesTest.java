package dev.escarole.web.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunResult;
import dev.escarole.web.page.PageServer;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A quorum that was missed explains itself: the required number, the usable branches, and those
 * that do not count.
 */
class QuorumPagesTest {

  /** Eight usable branches are needed; seven there are, one printed nothing, three failed. */
  private static final String MISSED =
      """
      name: survey
      template:
        - label: fan
          parallel: true
          min_successful: 8%s
          template:
            - echo 1
            - echo 2
            - echo 3
            - echo 4
            - echo 5
            - echo 6
            - echo 7
            - cat /nothing
            - {label: silent, template: ["echo x", "true"]}
            - "cat /none"
            - "false"
        - wc
      """;

  private static PageServer server;

  @BeforeAll
  static void start() {
    server = new PageServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static List<String> branches(String page) {
    return Pattern.compile("<tr id=\"branch-0\\.0\\.(\\d+)\"")
        .matcher(page)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @Test
  void a_missed_quorum_is_a_sentence_a_bar_and_a_mark_on_overview_and_join() {
    RunResult run = server.run(MISSED.formatted(""));
    String at = "/runs/" + run.run();
    for (String place : List.of("", "/joins/0.0")) {
      assertThat(server.page(at + place))
          .contains(">usable 7 / 8</strong>", "7 usable, 1 done but empty, 3 failed")
          .contains(
              "Quorum missed: 8 usable branches needed, only 7 there; 3 failed, 1 printed nothing"
                  + " and does not count. The recipe lets the run continue.")
          .contains("class=\"quorum-mark\" x1=\"727\"");
    }
    String overview = server.page(at);
    assertThat(overview.indexOf("Quorum missed"))
        .as("the verdict comes before the causes")
        .isLessThan(overview.indexOf("id=\"causes-title\""));
    String join = server.page(at + "/joins/0.0");
    assertThat(branches(join))
        .as("what failed first, then what does not count")
        .startsWith("7", "9", "10", "8", "0");
    assertThat(join)
        .contains("Done, but printed nothing: it does not count towards the quorum.")
        .contains("state big unusable");
  }

  @Test
  void a_node_that_its_quorum_failed_passed_nothing_on() {
    RunResult run = server.run(MISSED.formatted("\n    failure: root"));
    String join = server.page("/runs/" + run.run() + "/joins/0.0");
    assertThat(join)
        .contains("So this step failed.")
        .contains("<dt>Passed on</dt>")
        .doesNotContain("Passed on to");
  }

  @Test
  void more_than_all_branches_can_be_needed() {
    RunResult run =
        server.run(
            "{parallel: true, min_successful: 3, template: [echo a, echo b, {when: false, template: cat}]}");
    assertThat(server.page("/runs/" + run.run() + "/joins/0"))
        .contains(">usable 2 / 3</strong>", "x1=\"1000\"", "only 2 there; 1 branch too few");
  }

  @Test
  void without_a_quorum_there_is_no_mark() {
    RunResult run = server.run("{parallel: true, template: [echo a, cat /none, 'true']}");
    assertThat(server.page("/runs/" + run.run() + "/joins/0"))
        .contains("none: the recipe sets no", "1 of 3 branches did not succeed")
        .doesNotContain("quorum-mark", "does not count");
  }
}
