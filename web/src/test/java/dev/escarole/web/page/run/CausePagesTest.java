package dev.escarole.web.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunResult;
import dev.escarole.web.page.PageServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Why steps failed, on every page that says so, and what can be done about one cause. */
class CausePagesTest {

  /** Twenty files are missing, ten commands say nothing; seven branches work. */
  private static String recipe() {
    List<String> branches = new ArrayList<>();
    IntStream.rangeClosed(1, 20).forEach(i -> branches.add("cat /in/" + i));
    IntStream.rangeClosed(1, 10).forEach(i -> branches.add("false"));
    IntStream.rangeClosed(1, 7).forEach(i -> branches.add("echo " + i));
    return "{label: fan, parallel: true, template: [\""
        + String.join("\", \"", branches)
        + "\"]}\n";
  }

  private static PageServer server;
  private static String run;

  @BeforeAll
  static void start() {
    server = new PageServer();
    RunResult result = server.run(recipe());
    run = "/runs/" + result.run();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String key(String page, String words) {
    Matcher matcher =
        Pattern.compile(
                "cause=([0-9a-f]{10})\"[^>]*>\\s*<strong>[^<]*</strong> <span[^>]*>" + words)
            .matcher(page);
    assertThat(matcher.find()).as(words + " in " + page).isTrue();
    return matcher.group(1);
  }

  private static List<String> paths(String page) {
    return Pattern.compile("<tr id=\"step-([0-9.]+)\"")
        .matcher(page)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @Test
  void thirty_failures_are_two_causes_each_a_filter_with_its_errors() {
    String overview = server.page(run);
    assertThat(overview).contains("<strong>20 ×</strong>", "<strong>10 ×</strong>");
    String missing = key(overview, "cat: …: No such file or directory");
    String silent = key(overview, "exit 1");
    assertThat(overview).contains("All 30 failures", "/steps?cause=any\"");
    String filtered = server.page(run + "/steps?cause=" + missing);
    assertThat(paths(filtered)).hasSize(20);
    assertThat(filtered).contains("cat: /in/17: No such file or directory");
    assertThat(paths(server.page(run + "/steps?cause=" + silent))).hasSize(10);
    assertThat(paths(server.page(run + "/steps?cause=any")))
        .as("leaves once, without the groups around them")
        .hasSize(30)
        .doesNotContain("0");
    assertThat(paths(server.page(run + "/steps?text=in/17:%20no%20such"))).hasSize(1);
    assertThat(server.page(run + "/steps?cause=0000000000")).contains("No step is like this");
  }

  @Test
  void a_join_filters_its_branches_by_cause() {
    String join = server.page(run + "/joins/0");
    String silent = key(join, "exit 1");
    String filtered = server.page(run + "/joins/0?cause=" + silent);
    assertThat(filtered).contains("name=\"cause\" value=\"" + silent + "\" checked");
    assertThat(Pattern.compile("<tr id=\"branch-").matcher(filtered).results().count())
        .isEqualTo(10);
  }

  @Test
  void the_list_of_runs_says_why_and_finds_runs_by_their_errors() {
    String list = server.page("/runs?text=NO%20SUCH%20FILE");
    assertThat(list)
        .contains(run.substring("/runs/".length()))
        .contains("20 × cat: …: No such file or directory", "10 × exit 1");
    assertThat(server.page("/runs?text=no%20such%20thing")).contains("No run is like this");
  }

  @Test
  void one_cause_is_run_again_and_the_other_stays_as_it_is() {
    String missing = key(server.page(run), "cat: …: No such file or directory");
    assertThat(server.page(run)).contains("value=\"cause " + missing + "\"", ">Rerun 20<");
    var answer =
        server.post(run + "/rerun", Map.of("scope", "cause " + missing, "confirmed", "yes"));
    assertThat(answer.statusCode()).isEqualTo(303);
    String again = PageServer.location(answer);
    assertThat(server.pageWith(again, "state degraded")).contains("the failures of one cause of");
    assertThat(server.page(again + "/steps/0.0")).doesNotContain("reused: taken over");
    assertThat(server.page(again + "/steps/0.25")).contains("reused: taken over");
    var wrong = server.post(run + "/rerun", Map.of("scope", "cause 0000000000"));
    assertThat(wrong.body()).contains("failed of the cause").doesNotContain("Exception");
  }

  @Test
  void of_more_causes_than_are_kept_the_rest_is_counted() {
    RunResult many =
        server.run("{parallel: true, repeat: 113, template: \"awk 'BEGIN { exit {index} }'\"}");
    assertThat(server.page("/runs/" + many.run()))
        .contains("All 112 failures", "and 102 rarer causes");
    assertThat(server.page("/runs/" + many.run() + "/joins/0")).contains("and 102 rarer causes");
  }

  @Test
  void what_a_command_prints_does_not_become_markup() {
    RunResult hostile =
        server.run(
            "{parallel: true, template: ["
                + "\"cat /<script>alert(1)</script>\", \"cat '/in/\\\"><b>'\", \"cat /x&y\"]}");
    for (String place : List.of("", "/steps?cause=any", "/joins/0")) {
      assertThat(server.page("/runs/" + hostile.run() + place))
          .doesNotContain("<script>alert", "\"><b>");
    }
  }
}
