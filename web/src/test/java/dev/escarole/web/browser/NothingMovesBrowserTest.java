package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What somebody points at is what a click meets, whatever happens meanwhile. */
@Timeout(600)
class NothingMovesBrowserTest {

  private static final String LIVE = "[data-live-sign][data-state=live]";

  private static final String BRANCHES =
      """
      name: beds
      template:
        - parallel: true
          template:
            - {label: a, template: sleep 25}
            - {label: b, template: sleep 25}
            - {label: c, template: sleep 25}
      """;

  private static final String ORDER =
      "return [...document.querySelectorAll('#branch-rows tr')].map(row => row.id).join(' ')";
  private static final String POINTED = "return document.querySelector('tr:hover')?.id";

  /** Pixels between the end of the axis and that of what runs. */
  private static final String GAP =
      """
      const axis = document.querySelector("td.axis");
      const end = axis.getBoundingClientRect().right - parseFloat(getComputedStyle(axis).paddingRight);
      return String(Math.abs(Math.round(document.querySelector("rect.open").getBoundingClientRect().right - end)));
      """;

  @TempDir Path directory;
  private Site site;
  private Browser browser;

  @BeforeEach
  void open() throws IOException {
    site = Site.open(directory, Map.of());
    browser = Browser.open().size(1280, 900);
  }

  @AfterEach
  void close() {
    site.engine().running().forEach(RunHandle::cancel);
    if (browser != null) {
      browser.close();
    }
    site.close();
  }

  private RunHandle start(String recipe) {
    return site.engine().start(RunRequest.of(new RecipeReader().read(recipe, "t.yaml")).build());
  }

  private RunHandle join() {
    RunHandle run = start(BRANCHES);
    browser.go(site.at("/runs/" + run.id() + "/joins/0.0")).find(LIVE);
    browser.await(ORDER, "branch-0.0.0 branch-0.0.1 branch-0.0.2");
    browser.find(row("0.0.0") + " .running");
    return run;
  }

  private static String row(String path) {
    return "#branch-" + path.replace(".", "\\.");
  }

  @Test
  void rows_of_a_join_keep_their_places_under_the_pointer() {
    RunHandle run = join();
    browser.point(row("0.0.0"));
    assertThat(browser.evaluate(POINTED)).isEqualTo("branch-0.0.0");
    run.cancel("0.0.1");
    browser.find(row("0.0.1") + " .cancelled");
    browser.pass(1_500);
    assertThat(browser.evaluate(ORDER)).isEqualTo("branch-0.0.0 branch-0.0.1 branch-0.0.2");
    assertThat(browser.evaluate(POINTED)).isEqualTo("branch-0.0.0");
    browser.point(".brand");
    browser.pass(1_500);
    assertThat(browser.evaluate(ORDER))
        .as("nor when the pointer is elsewhere")
        .isEqualTo("branch-0.0.0 branch-0.0.1 branch-0.0.2");
    browser.click("Sort anew");
    browser.await(ORDER, "branch-0.0.1 branch-0.0.0 branch-0.0.2");
  }

  @Test
  void rows_of_a_join_keep_their_places_and_the_focus_while_one_has_it() {
    RunHandle run = join();
    browser.evaluate("document.querySelector('#branch-rows a').focus()");
    run.cancel("0.0.1");
    browser.find(row("0.0.1") + " .cancelled");
    assertThat(browser.evaluate(ORDER)).isEqualTo("branch-0.0.0 branch-0.0.1 branch-0.0.2");
    assertThat(browser.evaluate("return document.activeElement.textContent")).isEqualTo("a");
    browser.click("Sort anew");
    browser.await(ORDER, "branch-0.0.1 branch-0.0.0 branch-0.0.2");
  }

  @Test
  void a_button_does_not_become_another_one_under_the_focus() {
    RunHandle run = start(BRANCHES);
    browser.go(site.at("/runs/" + run.id())).find(LIVE);
    browser.evaluate("document.querySelector('#run-cancel button').focus()");
    run.cancel();
    browser.find(".run-head .cancelled");
    browser.pass(1_000);
    assertThat(browser.evaluate("return document.activeElement.textContent"))
        .isEqualTo("Cancel run");
    browser.evaluate("document.activeElement.blur()");
    browser.find("#run-rerun-failed");
  }

  @Test
  void lanes_grow_between_events() {
    RunHandle run = start(BRANCHES);
    browser.go(site.at("/runs/" + run.id() + "/lanes")).find(LIVE);
    browser.find("rect.open");
    // What the beginning of the branches has changed is on the page by then.
    browser.pass(2_500);
    String place = "return document.querySelectorAll('.ticks text')[1].getBoundingClientRect().x";
    String before = browser.evaluate(place);
    browser.await(place + " < " + before, "true");
    assertThat(browser.evaluate(GAP)).as("what runs reaches the present").isEqualTo("0");
  }

  @Test
  void lanes_say_in_words_what_they_draw() {
    RunHandle run = start(BRANCHES);
    run.cancel("0.0.1");
    browser.go(site.at("/runs/" + run.id() + "/lanes")).find(LIVE);
    browser.find("#lane-0\\.0\\.1 .cancelled, .lane .cancelled");
    assertThat(
            browser.evaluate(
                "return [...document.querySelectorAll('.track[role=img]')]"
                    + ".map((each) => each.getAttribute('aria-label')).join('|')"))
        .containsPattern("running, .+ from .+ms");
  }

  @Test
  void a_run_that_begins_waits_for_a_click_while_somebody_points_at_the_list() throws Exception {
    RunHandle first = start("{name: carrots, template: [{delay: 3600000, template: echo}]}");
    browser.go(site.at("/runs")).find(LIVE);
    browser.point("#run-" + first.id());
    RunHandle second = start("{name: radishes, template: [{delay: 3600000, template: echo}]}");
    browser.awaitText("1 new run: show it");
    assertThat(browser.evaluate("return document.querySelector('#run-rows').rows.length"))
        .isEqualTo("1");
    assertThat(browser.evaluate(POINTED)).isEqualTo("run-" + first.id());
    browser.screenshot("new-run");
    browser.click("1 new run: show it");
    browser.find("#run-" + second.id());
    assertThat(browser.evaluate("return document.querySelector('#run-rows').rows[0].id"))
        .isEqualTo("run-" + second.id());
  }
}
