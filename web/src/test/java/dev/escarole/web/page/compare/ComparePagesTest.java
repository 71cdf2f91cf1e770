package dev.escarole.web.page.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RerunRequest;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.web.page.PageServer;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two runs side by side, and the runs around one. */
class ComparePagesTest {

  private static final String BEFORE =
      "{name: beds, args: ['bed=1'], template: [{parallel: true, template: ["
          + "{label: bed, template: 'echo bed {bed}'}, {label: gone, template: echo},"
          + " {label: same, template: echo same}]}, wc -l]}";
  private static final String AFTER =
      "{name: beds, args: ['bed=2'], template: [{parallel: true, template: ["
          + "{label: bed, template: 'echo bed {bed} is long'},"
          + " {label: same, template: echo same}, {label: new, template: 'cat /<b>no</b>'}]},"
          + " wc -c]}";

  private static PageServer server;
  private static String before;
  private static String after;

  @BeforeAll
  static void start() {
    server = new PageServer();
    before = id(server.run(BEFORE));
    after = id(server.run(AFTER));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String id(RunResult run) {
    return run.run().value();
  }

  private static String compare(String first, String second) {
    return server.page("/compare?run=" + first + "&run=" + second);
  }

  @Test
  void plan_states_outputs_and_result_are_compared_step_by_step() {
    String page = compare(before, after);
    assertThat(page)
        .contains("<strong>changed</strong>", "<strong>added</strong>", "<strong>removed</strong>")
        .contains("command: echo bed 1 -&gt; echo bed 2 is long", "the text differs")
        .contains("&amp;what=result\">differs</a>")
        .contains("&amp;what=stdout&amp;path=0.0.0")
        .doesNotContain("label: same", "same: echo same", "<b>no</b>");
    String all = server.page("/compare?run=" + before + "&run=" + after + "&only=all");
    assertThat(all).contains("same: echo same");
    assertThat(server.page("/compare?run=" + before + "&run=" + before + "&only=duration"))
        .contains("No step is like this.");
  }

  @Test
  void a_run_is_like_itself_and_the_page_says_so() {
    assertThat(compare(before, before)).contains("id=\"alike\"").doesNotContain("differs</a>");
  }

  @Test
  void outputs_are_compared_line_by_line_when_somebody_asks() {
    String text =
        server.page("/compare/text?run=" + before + "&run=" + after + "&what=stdout&path=0.0.0");
    assertThat(text)
        .contains("<span class=\"sign\">-</span>bed 1</td>")
        .contains("<span class=\"sign\">+</span>bed 2 is long</td>");
    String recipe = server.page("/compare/text?run=" + before + "&run=" + after + "&what=recipe");
    assertThat(recipe).contains("cat /&lt;b&gt;no&lt;/b&gt;").doesNotContain("<b>no");
    assertThat(
            server.get("/compare/text?run=" + before + "&run=" + after + "&what=lies").statusCode())
        .isEqualTo(422);
  }

  @Test
  void bytes_that_are_no_text_and_long_texts_are_told_apart() {
    String bytes = id(server.run("template: \"printf '\\\\377\\\\001'\""));
    String others = id(server.run("template: \"printf '\\\\376'\""));
    assertThat(server.page("/compare/text?run=" + bytes + "&run=" + others + "&what=result"))
        .contains("they are not text");
    String seq = id(server.run("template: seq 1 200000"));
    String reversed = id(server.run("template: seq 2 200001"));
    assertThat(server.page("/compare/text?run=" + seq + "&run=" + reversed + "&what=result"))
        .contains("There may be more differences", "<span class=\"sign\">-</span>1</td>");
  }

  @Test
  void two_runs_are_chosen_by_hand_or_from_those_near_one() {
    String page = server.page("/compare?run=" + after);
    assertThat(page).contains("/compare?run=" + before + "&amp;run=" + after, "the previous run");
    assertThat(server.page("/compare")).contains("Compare two runs");
    assertThat(server.get("/compare?run=a&run=b&run=c").statusCode()).isEqualTo(400);
    assertThat(server.get("/compare?run=" + before + "&run=nothing").statusCode()).isEqualTo(404);
    assertThat(server.page("/runs")).contains("formaction=\"/compare\"");
  }

  @Test
  void runs_of_other_recipes_and_unfinished_ones_are_compared_and_the_page_says_so() {
    var sleeping = server.start("{name: other, template: sleep 3600}");
    String page = compare(before, sleeping.id().value());
    assertThat(page).contains("different recipes", "One of them is not over");
    sleeping.cancel();
  }

  @Test
  void a_run_leads_to_those_around_it_and_to_comparisons() throws Exception {
    String recipe = "{name: row, template: [cat /none, echo]}";
    RunResult first = server.run(recipe);
    RunResult good = server.run("{name: row, template: echo}");
    RunResult bad = server.run(recipe);
    RunResult again =
        server.engine().rerun(RerunRequest.of(first.run()).withScope(RerunScope.ALL)).await();
    String page = server.page("/runs/" + first.run());
    assertThat(page)
        .contains("First run", "data-next-run", "Rerun as", id(again))
        .doesNotContain("data-previous-run");
    String last = server.page("/runs/" + again.run());
    assertThat(last)
        .contains("Latest run", "Last good", "href=\"/runs/" + good.run() + "\"")
        .contains("/compare?run=" + bad.run() + "&amp;run=" + again.run())
        .contains("/compare?run=" + first.run() + "&amp;run=" + again.run());
    var unused = server.engine().housekeeping().delete(Set.of(new RunId(id(first))));
    assertThat(server.page("/runs/" + again.run())).contains("the run that it reruns was deleted");
  }

  @Test
  void fifteen_thousand_steps_are_compared_page_by_page() {
    String wide = "{name: wide, parallel: true, repeat: 15000, template: 'echo %s {index}'}";
    String first = id(server.run(wide.formatted("a")));
    String second = id(server.run(wide.formatted("b")));
    String page = compare(first, second);
    assertThat(page).contains("15,000 steps differ", "rel=\"next\"");
    assertThat(page.length()).isLessThan(300_000);
    String next = page.replaceAll("(?s).*rel=\"next\" href=\"([^\"]*)\".*", "$1");
    assertThat(server.page(next.replace("&amp;", "&"))).contains(">0.100</a>");
  }
}
