package dev.escarole.web.page.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.schedule.Schedules;
import dev.escarole.web.page.PageHarness;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The runs of a recipe on its page: last ones, by day, and by version of the file. */
@Timeout(240)
class RecipeHistoryPageTest {

  private static final String RECIPE = "args: [\"code:int\"]\ntemplate: test {code} -eq 0\n";

  @TempDir Path directory;
  private PageHarness web;

  @BeforeEach
  void open() throws IOException {
    web = PageHarness.open(directory);
    web.drop("a.yaml", RECIPE);
  }

  @AfterEach
  void close() {
    web.close();
  }

  private RunId run(String code) throws InterruptedException {
    RunId run = web.post("/recipes/a.yaml", "do", "launch", "value.code", code).run();
    assertThat(web.ended(run).status().isOver()).isTrue();
    return run;
  }

  private String page() {
    return web.get("/recipes/a.yaml").body();
  }

  @Test
  void a_recipe_that_has_never_run_says_so_and_has_no_empty_calendar() {
    assertThat(page())
        .contains("It has never run.")
        .doesNotContain("class=\"strip\"", "id=\"calendar\"");
  }

  @Test
  void each_of_the_last_thirty_runs_is_a_bar_that_leads_to_it_and_says_the_same_in_words()
      throws Exception {
    List<RunId> runs = new ArrayList<>();
    for (int i = 0; i < 31; i++) {
      runs.add(run(i % 10 == 3 ? "1" : "0"));
    }
    String page = page();
    String strip = page.replaceAll("(?s).*<ol class=\"strip\"(.*?)</ol>.*", "$1");
    assertThat(strip).doesNotContain(runs.get(0).value());
    int before = -1;
    for (RunId run : runs.subList(1, 31)) {
      int place = strip.indexOf("<a href=\"/runs/" + run + "\"");
      assertThat(place).as("oldest first").isGreaterThan(before);
      before = place;
    }
    assertThat(strip.split("fill-failed", -1)).hasSize(4);
    assertThat(strip)
        .containsPattern("class=\"unseen\">failed in [0-9.]+ m?s, [0-9]+ (s|min) ago<");
    assertThat(page)
        .contains("The last 30 runs: 27 done, 3 failed", "<dt>Success</dt><dd>90 %")
        .containsPattern("p50</abbr></dt><dd>[0-9.]+ m?s</dd>")
        .containsPattern("p95</abbr></dt><dd>[0-9.]+ m?s</dd>");
  }

  @Test
  void runs_of_a_day_lead_to_just_these_runs() throws Exception {
    String before = LocalDate.now(ZoneOffset.UTC).toString();
    run("0");
    run("1");
    run("1");
    String day = LocalDate.now(ZoneOffset.UTC).toString();
    if (!before.equals(day)) {
      return;
    }
    String page = page();
    String calendar = page.replaceAll("(?s).*id=\"calendar\"(.*?)</section>.*", "$1");
    assertThat(calendar)
        .contains(": 3 runs, 2 failed, 1 done", "day-today", "days are in UTC")
        .contains("/runs?recipe=a.yaml&amp;from=" + day + "T00%3A00&amp;to=");
    String link = calendar.replaceAll("(?s).*href=\"(/runs[^\"]*)\".*", "$1");
    assertThat(web.get(link.replace("&amp;", "&")).body().split("id=\"run-2", -1)).hasSize(4);
  }

  @Test
  void planned_times_of_a_schedule_are_in_the_calendar() throws Exception {
    web.drop("b.yaml", "schedule: {cron: \"30 3 * * *\"}\ntemplate: echo\n");
    try (Schedules schedules = web.schedules(1)) {
      String page = web.get("/recipes/b.yaml").body();
      assertThat(page).contains("It has never run.", "1 planned", "class=\"next-time\"");
      // Today's time may have passed.
      assertThat(page.split("1 planned", -1)).hasSizeBetween(8, 9);
      assertThat(schedules.pause(schedules.list().get(0).number())).isTrue();
      assertThat(web.get("/recipes/b.yaml").body())
          .contains("is paused")
          .doesNotContain("1 planned");
    }
  }

  @Test
  void versions_that_ran_are_listed_and_their_difference_is_shown_as_text() throws Exception {
    RunId first = run("0");
    web.drop("a.yaml", RECIPE + "# <script>alert(1)</script>\n");
    assertThat(page()).contains("/recipe/versions?name=a.yaml");
    String none = web.get("/recipe/versions?name=a.yaml").body();
    assertThat(none)
        .contains("in force", "has not run", "earlier", "/runs/" + first)
        .doesNotContain("id=\"difference\"");
    String earlier =
        none.replaceAll("(?s).*name=\"from\" value=\"([0-9a-f]{64})\"[^>]* checked.*", "$1");
    String compared = web.get("/recipe/versions?name=a.yaml&from=" + earlier).body();
    assertThat(compared)
        .contains("1 line added, 0 lines removed", "diff-added")
        .contains("# &lt;script&gt;alert(1)&lt;/script&gt;")
        .doesNotContain("<script>alert");
    assertThat(web.get("/recipe/versions?name=a.yaml&from=" + earlier + "&to=" + earlier).body())
        .contains("No line differs.");
    assertThat(web.get("/recipe/versions?name=a.yaml&from=000000000").status()).isEqualTo(404);
    assertThat(web.get("/recipe/versions?name=b.yaml").status()).isEqualTo(404);
  }

  @Test
  void a_file_with_errors_is_a_version_beside_the_one_in_force() throws Exception {
    run("0");
    web.drop("a.yaml", "template: [\n");
    assertThat(web.get("/recipe/versions?name=a.yaml").body())
        .contains("in the file, has errors", "in force");
  }

  @Test
  void a_run_that_goes_on_has_a_bar_as_high_as_it_is_long_so_far() throws Exception {
    web.drop("nap.yaml", "delay: 3600000\ntemplate: echo\n");
    RunId run = web.post("/recipes/nap.yaml", "do", "launch").run();
    assertThat(web.get("/recipes/nap.yaml").body())
        .contains("fill-running", "<dt>Success</dt><dd>–</dd>")
        .containsPattern("class=\"unseen\">running for [0-9.]+ m?s, [0-9]+ s ago<");
    web.engine().handle(run).orElseThrow().cancel();
  }
}
