package dev.escarole.web.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.page.PageServer;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RunPagesTest {

  private static final String PANEL =
      """
      name: panel
      template:
        - seq 1 3
        - label: panel
          parallel: true
          min_successful: 2
          template:
            - {label: sum, template: wc -l}
            - {label: gone, template: cat /nowhere}
            - {label: copy, template: cat}
            - {label: unasked, when: false, template: cat}
        - wc -c
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

  @AfterEach
  void nothing_goes_on() {
    server.engine().running().forEach(RunHandle::cancel);
  }

  private static String at(RunResult run) {
    return "/runs/" + run.run();
  }

  @Test
  void a_run_that_is_done_shows_its_status_and_its_result() {
    RunResult run = server.run("name: fine\ntemplate: [echo hello, cat]\n", "nightly");
    String page = server.page(at(run));
    assertThat(page).contains("state done", "hello", "nightly", "2 done");
    assertThat(page).doesNotContain("First cause", "Rerun failed", "Next failure", "/cancel");
  }

  @Test
  void a_degraded_run_names_its_first_cause_and_the_join_that_lacks_something() {
    String page = server.page(at(server.run(PANEL)));
    assertThat(page)
        .contains("First cause:", "cat: /nowhere: No such file or directory")
        .contains("/joins/0.1\">panel</a>", "66.7 %", ">usable 2 / 2</strong>", "Quorum reached");
  }

  @Test
  void a_degraded_run_says_why_it_is_not_accepted_and_who_read_nothing() {
    String recipe = "name: lost\ntemplate:\n  - cat /nowhere\n  - wc -l\n";
    assertThat(server.page(at(server.run(recipe))))
        .contains("Not accepted: the recipe does not consent to the loss of 0.0.")
        .contains("Step 0.1 read the empty output of 0.0, which failed.");
    assertThat(server.page(at(server.run("failure: continue\n" + recipe))))
        .doesNotContain("Not accepted")
        .contains("Step 0.1 read the empty output of 0.0, which failed.");
    assertThat(server.page(at(server.run(PANEL))))
        .doesNotContain("Not accepted", "empty output of");
  }

  @Test
  void a_failed_run_says_what_failed_and_offers_to_run_that_again() {
    RunResult run =
        server.run("name: bad\ntemplate:\n  - {failure: root, template: cat /no}\n  - wc\n");
    assertThat(run.status()).isEqualTo(RunStatus.FAILED);
    assertThat(server.page(at(run))).contains("state failed", "cat: /no", "Rerun failed");
  }

  @Test
  void a_join_says_who_came_through_and_what_the_quorum_made_of_it() {
    RunResult run = server.run(PANEL);
    String page = server.page(at(run) + "/joins/0.1");
    assertThat(page)
        .contains("Quorum reached: 2 usable branches needed, 2 there; 1 failed.")
        .contains(">usable 2 / 2</strong>", "2 usable, 1 failed")
        .contains("<dt>expected</dt><dd>4</dd>", "<dt>done</dt><dd>2</dd>")
        .contains("<dt>failed</dt><dd>1</dd>", "<dt>skipped</dt><dd>1</dd>")
        .contains("cat: /nowhere: No such file or directory")
        .contains("Rerun 1 of 3 branches…", "step 0.2");
    assertThat(page.indexOf(">gone<"))
        .as("what failed comes first")
        .isLessThan(page.indexOf(">sum<"));
  }

  @Test
  void a_join_shows_byte_for_byte_what_the_next_step_has_read() {
    RunResult run = server.run(PANEL);
    String part = server.get(at(run) + "/joins/0.1/text", "HX-Request", "true").body();
    assertThat(PageServer.text(part))
        .contains("--- parallel_status: degraded usable: 2 expected: 4 minimum: 2 ---")
        .contains("--- branch: gone status: failed ---\nexit: 1\nstderr: cat: /nowhere")
        .contains("Byte for byte what step 0.2 read");
    assertThat(server.page(at(run) + "/joins/0.1/text")).contains("<!DOCTYPE html>", "0.2 read");
  }

  @Test
  void a_step_that_is_no_parallel_node_has_no_join() {
    HttpResponse<String> answer = server.get(at(server.run(PANEL)) + "/joins/0.0");
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains("Step 0.0 runs no branches side by side");
  }

  @Test
  void a_step_shows_each_argument_its_attempts_and_its_streams() {
    RunResult run = server.run("name: words\ntemplate: [printf '%s\\n' 'a b' '', cat]\n");
    String page = server.page(at(run) + "/steps/0.0");
    assertThat(page).contains(">printf</li>", ">a b</li>", "class=\"blank\"");
    assertThat(page).contains("5,000,000,000", "/workspace", "step 0.1");
    assertThat(page).contains("escarole exec printf -- &#39;%s\\n&#39; &#39;a b&#39; &#39;&#39;");
    assertThat(server.page(at(run) + "/steps/0.1")).contains("step 0.0", "the run's result");
  }

  @Test
  void each_try_of_a_step_can_be_looked_at() {
    RunResult run =
        server.run("name: tries\ntemplate:\n  - {retry: 3, template: cat /missing}\n  - echo on\n");
    String page = server.page(at(run) + "/steps/0.0?attempt=2");
    assertThat(page).contains("?attempt=1", "?attempt=3", "cat: /missing");
    assertThat(page)
        .containsPattern("class=\"chosen\"><th scope=\"row\"><a href=\"[^\"]*attempt=2");
    assertThat(server.page(at(run) + "/lanes")).contains("3 tries", "try 3: failed");
  }

  @Test
  void nested_branches_stand_in_lanes_and_in_the_graph() {
    RunResult run =
        server.run(
            """
            name: nested
            template:
              parallel: true
              template:
                - {label: left, template: [echo 1, {label: inner, parallel: true, template: [cat, wc]}]}
                - {label: right, template: echo 2}
            """);
    String lanes = server.page(at(run) + "/lanes");
    assertThat(lanes).contains(">left</a>", ">inner</a>", "depth-3", "/joins/0.0.0.1");
    String graph = server.page(at(run) + "/graph");
    assertThat(graph).contains("class=\"arrow\"", ">inner</text>", "done, 100 %");
    assertThat(graph).doesNotContain("style=");
  }

  @Test
  void a_lane_with_something_missing_in_it_is_not_drawn_as_done() {
    String at = at(server.run(PANEL));
    assertThat(server.page(at + "/lanes")).contains("fill-degraded", "degraded, ");
  }

  @Test
  void the_branches_of_a_graph_begin_side_by_side() {
    String at =
        at(
            server.run(
                """
                parallel: true
                template: [echo a, {template: [echo b, cat, wc]}, "echo longer than the others"]
                """));
    String graph = server.page(at + "/graph");
    assertThat(box(graph, "0.0")).isEqualTo(box(graph, "0.1.0")).isEqualTo(box(graph, "0.2"));
  }

  /** How far from the left a step's box stands. */
  private static String box(String graph, String path) {
    Matcher place =
        Pattern.compile("steps/" + Pattern.quote(path) + "\".*?<rect x=\"(\\d+)\"", Pattern.DOTALL)
            .matcher(graph);
    assertThat(place.find()).as(path + " in " + graph).isTrue();
    return place.group(1);
  }

  @Test
  void ten_thousand_equal_branches_are_one_lane_with_the_failed_one_before_them() {
    RunResult run =
        server.run(
            """
            name: crowd
            template:
              - label: crowd
                parallel: true
                repeat: 10000
                template: test {index} -ne 77
            """);
    String lanes = server.page(at(run) + "/lanes");
    assertThat(lanes).contains("/steps/0.0.77\"", "9,999 × crowd");
    assertThat(lanes.length()).isLessThan(40_000);
    assertThat(lanes.indexOf("0.0.77")).isLessThan(lanes.indexOf("9,999 ×"));
    assertThat(server.page(at(run) + "/graph")).contains("9,999 × crowd").hasSizeLessThan(40_000);
    String join = server.page(at(run) + "/joins/0.0");
    assertThat(join).contains("<dd>9,999</dd>", "99.9 %", "from=100\"");
    assertThat(server.page(at(run) + "/joins/0.0?from=9900")).contains("9901 to 10000 of 10000");
    assertThat(server.page(at(run) + "/joins/0.0?state=failed"))
        .contains("/steps/0.0.77\"")
        .doesNotContain("/steps/0.0.78\"");
  }

  @Test
  void folded_branches_open_at_an_address_of_their_own() {
    RunResult run =
        server.run(
            "name: fold\ntemplate: {parallel: true, repeat: 20, template: 'echo {index}'}\n");
    String closed = server.page(at(run) + "/lanes");
    assertThat(closed).contains("20 branches: echo 0, echo 1, ").doesNotContain("/steps/0.0.7\"");
    String open = closed.replaceAll("(?s).*href=\"([^\"]*at=[^\"]*done[^\"]*)\".*", "$1");
    assertThat(server.page(open.replace("&amp;", "&")))
        .contains("/steps/0.0.7\"", "/steps/0.0.19\"");
  }

  @Test
  void steps_are_found_by_text_and_state_and_paged() {
    RunResult run =
        server.run(
            "name: many\n"
                + "template: {parallel: true, repeat: 150, template: 'test {index} -ne 7'}\n");
    String first = server.page(at(run) + "/steps");
    assertThat(first).contains("/steps/0.0.97\"").doesNotContain("/steps/0.0.120\"");
    String next = first.replaceAll("(?s).*rel=\"next\" href=\"([^\"]*)\".*", "$1");
    assertThat(server.page(next.replace("&amp;", "&"))).contains("/steps/0.0.120\"");
    assertThat(server.page(at(run) + "/steps?state=failed"))
        .contains("/steps/0.0.7\"")
        .doesNotContain("/steps/0.0.8\"");
    assertThat(server.page(at(run) + "/steps?text=149")).contains("/steps/0.0.149\"");
    assertThat(server.get(at(run) + "/steps?state=lost").statusCode()).isEqualTo(400);
    assertThat(server.get(at(run) + "/steps?after=x").statusCode()).isEqualTo(422);
  }

  @Test
  void the_next_failure_follows_the_one_that_is_looked_at() {
    RunResult run = server.run("name: two\ntemplate: [cat /a, echo x, cat /b]\n");
    String path = at(run) + "/next-failure";
    assertThat(PageServer.location(server.get(path))).endsWith("/steps/0.0");
    assertThat(PageServer.location(server.get(path + "?from=0.0"))).endsWith("/steps/0.2");
    assertThat(PageServer.location(server.get(path + "?from=0.2"))).endsWith("/steps/0.0");
  }

  @Test
  void what_recipes_and_commands_say_is_text_and_never_markup() {
    RunResult run =
        server.run(
            """
            name: hostile
            template:
              - printf "<script>alert(1)</script>"
              - parallel: true
                template:
                  - {label: "\\"><svg onload=alert(2)>", template: cat}
                  - {label: "<b>bold</b>", template: "cat '/<script>alert(3)</script>'"}
            """,
            "<i>label</i>");
    for (String path :
        new String[] {
          "", "/lanes", "/graph", "/steps", "/steps/0.0", "/joins/0.1", "/joins/0.1/text"
        }) {
      assertThat(server.page(at(run) + path))
          .as(path)
          .doesNotContain("<script>alert", "<svg onload", "<b>bold", "<i>label");
    }
    assertThat(server.page("/runs")).contains("&lt;i&gt;label").doesNotContain("<i>label");
  }

  @Test
  void a_download_is_named_by_its_hash_and_not_sent_to_who_has_it() {
    RunResult run = server.run("template: echo hello");
    String tag = '"' + run.stdout().sha256() + '"';
    for (String download : new String[] {at(run) + "/result", at(run) + "/steps/0/1/stdout"}) {
      assertThat(server.get(download).headers().firstValue("ETag")).hasValue(tag);
      assertThat(server.get(download, "If-None-Match", "\"x\", " + tag).statusCode())
          .isEqualTo(304);
      HttpResponse<String> part = server.get(download, "If-Range", tag, "Range", "bytes=1-2");
      assertThat(part.statusCode()).isEqualTo(206);
      assertThat(part.body()).isEqualTo("el");
      HttpResponse<String> whole = server.get(download, "If-Range", "\"x\"", "Range", "bytes=1-2");
      assertThat(whole.statusCode()).as("of something else").isEqualTo(200);
      assertThat(whole.body()).isEqualTo("hello\n");
    }
  }

  @Test
  void an_output_is_paged_searched_and_downloaded_in_ranges() {
    RunResult run = server.run("name: long\ntemplate: seq 1 20000\n");
    String step = at(run) + "/steps/0";
    assertThat(server.page(step)).contains("lines 1 to 1,000", "Later").doesNotContain("19999");
    String end = "?attempt=1&stream=stdout&from=end";
    assertThat(PageServer.text(server.page(step + end))).contains("\n19999\n20000\n", "Earlier");
    String found = server.page(step + "?attempt=1&stream=stdout&find=15000");
    assertThat(found)
        .contains("<mark id=\"hit\" class=\"present\">15000</mark>", "match 1 of 1")
        .doesNotContain("Next match");
    assertThat(server.page(step + "?attempt=1&stream=stdout&find=absent"))
        .contains("“absent” does not occur");
    HttpResponse<String> part = server.get(step + "/1/stdout", "Range", "bytes=2-5");
    assertThat(part.statusCode()).isEqualTo(206);
    assertThat(part.body()).isEqualTo("2\n3\n");
    assertThat(server.get(step + "/1/stdout", "Range", "bytes=-6").body()).isEqualTo("20000\n");
    assertThat(server.get(step + "/1/stdout", "Range", "bytes=999999-").statusCode())
        .isEqualTo(416);
    HttpResponse<String> whole = server.get(step + "/1/stdout");
    assertThat(whole.body()).hasSize(108_894).endsWith("20000\n");
    assertThat(whole.headers().firstValue("Content-Disposition").orElseThrow())
        .startsWith("attachment");
    assertThat(server.get(step + "/1/stdwhat").statusCode()).isEqualTo(404);
  }

  @Test
  void of_what_is_no_text_the_page_says_so_and_shows_signs_for_what_cannot_be_shown() {
    RunResult run = server.run("name: binary\ntemplate: printf '\\000\\001\\377ab'\n");
    String page = server.page(at(run) + "/steps/0");
    assertThat(page).contains("\u2400\u2401\ufffdab", "This does not look like text.");
  }

  @Test
  void a_run_is_found_by_the_beginning_of_its_id() {
    RunResult run = server.run("name: short\ntemplate: echo\n");
    String prefix = run.run().value().substring(0, 21);
    HttpResponse<String> answer = server.get("/runs/" + prefix + "/lanes?at=0");
    assertThat(answer.statusCode()).isEqualTo(302);
    assertThat(PageServer.location(answer)).isEqualTo(at(run) + "/lanes?at=0");
    assertThat(server.get("/runs/20200101-000000-aaaaaa").statusCode()).isEqualTo(404);
  }

  @Test
  void while_a_run_goes_on_its_pages_say_so_and_a_branch_can_be_cancelled() throws Exception {
    RunHandle run =
        server.start(
            """
            name: going
            template:
              - label: crowd
                parallel: true
                template: [echo one, sleep 2500, sleep 2600]
            """);
    String at = "/runs/" + run.id();
    server.pageWith(at, "1 done");
    assertThat(server.pageWith(at, "2 running")).contains("data-live=\"" + run.id() + "\"");
    assertThat(server.pageWith(at + "/joins/0.0", "<dt>running</dt><dd>2</dd>"))
        .contains("1 of 3 branches are done so far", "Cancel branches");
    assertThat(server.get(at + "/joins/0.0/text", "HX-Request", "true").body())
        .contains("Nothing has been handed on");
    server.pageWith(at + "/lanes", "piece-running");
    assertThat(PageServer.location(server.post(at + "/steps/0.0.1/cancel", Map.of())))
        .isEqualTo(at + "/steps/0.0.1");
    server.pageWith(at + "/joins/0.0?state=cancelled", "/steps/0.0.1\"");
    assertThat(server.post(at + "/cancel", Map.of()).statusCode()).isEqualTo(303);
    assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(server.page(at)).contains("state cancelled").doesNotContain("data-live=");
  }

  @Test
  void what_failed_is_run_again_from_the_page_of_the_join() {
    RunResult run = server.run(PANEL);
    HttpResponse<String> answer =
        server.post(at(run) + "/rerun", Map.of("scope", "failed", "confirmed", "yes"));
    assertThat(answer.statusCode()).isEqualTo(303);
    String again = PageServer.location(answer);
    assertThat(again).isNotEqualTo(at(run));
    String page = server.pageWith(again, "state degraded");
    assertThat(page).contains("reruns the failed steps of", run.run().value());
    assertThat(server.page(again + "/steps/0.1.0")).contains("reused: taken over from the run");
    assertThat(server.post(at(run) + "/rerun", Map.of("scope", "some")).statusCode())
        .isEqualTo(422);
  }

  @Test
  void a_run_is_deleted_only_after_a_question() {
    RunResult run = server.run("name: gone\ntemplate: echo\n");
    assertThat(server.post(at(run) + "/delete", Map.of()).body()).contains("Delete this run?");
    assertThat(server.get(at(run)).statusCode()).isEqualTo(200);
    server.post(at(run) + "/delete", Map.of("confirmed", "yes"));
    assertThat(server.get(at(run)).statusCode()).isEqualTo(404);
  }

  @Test
  void the_recipe_and_the_command_line_of_a_run_can_be_taken_along() {
    RunResult run = server.run("name: take me\ntemplate: echo\n", "two words");
    assertThat(server.page(at(run)))
        .contains("escarole run take-me.yaml --label &#39;two words&#39;");
    HttpResponse<String> recipe = server.get(at(run) + "/recipe");
    assertThat(recipe.body()).isEqualTo("name: take me\ntemplate: echo\n");
    assertThat(server.get(at(run) + "/result").body()).isEqualTo("\n");
  }
}
