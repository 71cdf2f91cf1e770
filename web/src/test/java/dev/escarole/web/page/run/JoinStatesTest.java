package dev.escarole.web.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunResult;
import dev.escarole.web.page.PageServer;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a join stands is one word, whichever page or interface is asked. */
class JoinStatesTest {

  private static PageServer server;

  @BeforeAll
  static void start() {
    server = new PageServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static RunResult run(String controls, String second) {
    return server.run(
        """
        name: joined
        template:
          - label: pair
            parallel: true%s
            template: [echo one, %s]
          - cat
        """
            .formatted(controls, second));
  }

  private static String found(String page, String pattern) {
    Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(page);
    assertThat(matcher.find()).as(pattern + " in " + page).isTrue();
    return matcher.group(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                       | echo two   | done",
        "''                                       | cat /none  | degraded",
        "'\n    min_successful: 2'                | cat /none  | unusable",
        "'\n    min_successful: 2\n    failure: root' | cat /none  | failed"
      })
  void all_pages_and_the_api_call_a_join_the_same(String controls, String second, String word) {
    RunResult run = run(controls.replace("\\n", "\n"), second);
    String at = "/runs/" + run.run();
    String badge = "[^<]*<span class=\"state " + word + "\">(\\w+)</span>";
    assertThat(found(server.page(at + "/steps"), "id=\"step-0.0\".*?<td>" + badge)).isEqualTo(word);
    assertThat(found(server.page(at + "/lanes"), "id=\"lane-0.0\".*?<td>" + badge)).isEqualTo(word);
    assertThat(found(server.page(at), "id=\"join-0.0\".*?<td>" + badge)).isEqualTo(word);
    assertThat(found(server.page(at + "/steps/0"), "id=\"step-0.0\".*?<td>" + badge))
        .isEqualTo(word);
    String big = "<span class=\"state big (\\w+)\">" + word + "</span>";
    assertThat(found(server.page(at + "/joins/0.0"), big)).isEqualTo(word);
    String box = "id=\"box-0.0~join\"[^>]* class=\"box box-join edge-(\\w+)\"";
    assertThat(found(server.page(at + "/graph"), box)).isEqualTo(word);
    String joins = server.get("/api/v1" + at + "/joins").body();
    assertThat(found(joins, "\"state\":\"(\\w+)\"")).isEqualTo(word);
    String whole = server.get("/api/v1" + at).body();
    assertThat(
            found(whole, "\"path\":\"0.0\",\"label\":\"pair\",\"expected\".*?\"state\":\"(\\w+)\""))
        .isEqualTo(word);
  }

  @Test
  void the_button_of_a_join_runs_its_own_failures_again_and_no_others() {
    RunResult run =
        server.run(
            """
            name: two joins
            template:
              parallel: true
              template:
                - {label: left, parallel: true, template: [echo one, cat /none]}
                - {label: right, parallel: true, template: [echo two, cat /none]}
            """);
    String page = server.page("/runs/" + run.run() + "/joins/0.0.0");
    assertThat(page).contains("name=\"scope\" value=\"failed 0.0.0\"");
    var answer =
        server.post(
            "/runs/" + run.run() + "/rerun", Map.of("scope", "failed 0.0.0", "confirmed", "yes"));
    assertThat(answer.statusCode()).isEqualTo(303);
    String again = PageServer.location(answer);
    assertThat(server.pageWith(again, "state degraded")).contains("the failed steps in 0.0.0 of");
    assertThat(server.page(again + "/steps/0.0.0.1")).doesNotContain("reused: taken over");
    assertThat(server.page(again + "/steps/0.0.1.1")).contains("reused: taken over");
  }
}
