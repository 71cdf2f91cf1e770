package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every page on a phone: nothing is wider than it, a finger hits everything, errors are whole. */
@Timeout(1_800)
class PhoneBrowserTest {

  private static final int WIDTH = 390;
  private static final int HEIGHT = 844;
  private static final String LONG =
      "a_directory_with_a_name_without_any_place_to_break_".repeat(3);

  private static final String REVIEW =
      """
      name: review-of-everything-that-grows-in-the-north-and-in-the-south
      description: Looks at a **draft** from several sides.
      args: ["draft=Just whisk <b>oil</b> & lemon."]
      template:
        - echo begin
        - label: services
          parallel: true
          min_successful: 5
          failure: root
          template:
            - {label: api, template: "cat /in/%s"}
            - {label: billing-reconciliation-service-of-the-northern-region, template: cat /in/web}
            - {label: slow, timeout: 200, template: sleep 60}
            - {label: facts, retry: 2, template: ls /reference/lettuces.txt}
            - {label: wording, template: ["echo {draft}", wc -w, cat]}
            - {label: each chapter, parallel: true, repeat: 12, template: "echo chapter {index}"}
        - wc
      """
          .formatted(LONG);

  private static final String ASKS =
      "name: asks\n"
          + "template: [echo draft, {await: approval, label: release, show: 'Go on?'}, cat]\n";

  /** What a finger does not hit well. Links within a sentence may be as large as its letters. */
  private static final String SMALL =
      """
      const small = [];
      for (const each of document.querySelectorAll("a, button, summary, input, select, textarea")) {
        if (!each.checkVisibility({ visibilityProperty: true }) || each.closest(".unseen, .skip-link")) continue;
        const label = /checkbox|radio/.test(each.type) && each.closest("label");
        const { width, height } = (label || each).getBoundingClientRect();
        if (width === 0) continue;
        const least = each.matches(".primary, .bar nav a, .menu-fold > summary") ? 40 : 24;
        if (height < least || width < 24) small.push(each.outerHTML.slice(0, 90) + " " + width + "x" + height);
      }
      return small.join("; ");
      """;

  /** Tables that have to be moved sideways to be read, but for those that are calendars. */
  private static final String WIDE =
      """
      return [...document.querySelectorAll(".table-wrap, .card")]
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && !each.querySelector(".calendar"))
        .map((each) => each.outerHTML.slice(0, 120)).join("; ");
      """;

  /** Errors of which something is cut off. */
  private static final String CUT =
      """
      return [...document.querySelectorAll(".error-line")]
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline")
        .map((each) => each.outerHTML.slice(0, 120)).join("; ");
      """;

  @TempDir Path directory;
  private Site site;
  private Browser browser;

  @BeforeEach
  void open() throws IOException {
    Map<String, String> recipes =
        Map.of(
            "review.yaml",
            REVIEW,
            "asks.yaml",
            ASKS,
            "broken.yaml",
            "name: broken\ntemplate: [echo {, 7]\n");
    site = Site.open(directory, recipes);
    browser = Browser.open().size(WIDTH, HEIGHT);
  }

  @AfterEach
  void close() {
    site.engine().running().forEach(RunHandle::cancel);
    browser.close();
    site.close();
  }

  private RunHandle start(String file) {
    Recipe recipe = new RecipeReader().read(site.folder().path().resolve(file));
    return site.engine().start(RunRequest.of(recipe).label("nightly").build());
  }

  private String failed() throws InterruptedException {
    RunHandle run = start("review.yaml");
    run.await();
    return "/runs/" + run.id();
  }

  private static Map<String, String> pages(String run, String waiting) {
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("runs", "/runs");
    pages.put("run", run);
    for (String part : List.of("lanes", "graph", "steps", "files")) {
      pages.put("run-" + part, run + "/" + part);
    }
    pages.put("graph-failed", run + "/graph?state=failed");
    pages.put("join", run + "/joins/0.1");
    pages.put("join-text", run + "/joins/0.1/text");
    pages.put("step", run + "/steps/0.1.0");
    pages.put("step-tries", run + "/steps/0.1.3");
    pages.put("step-group", run + "/steps/0.1.4");
    pages.put("run-waiting", waiting);
    pages.put("run-missing", "/runs/20200101-000000-aaaaaa");
    pages.put("recipes", "/recipes");
    pages.put(
        "recipe", "/recipes/" + "review-of-everything-that-grows-in-the-north-and-in-the-south");
    pages.put("recipe-broken", "/recipes/broken.yaml");
    pages.put("schedules", "/schedules");
    pages.put("approvals", "/approvals");
    pages.put("commands", "/commands");
    pages.put("command", "/commands/grep");
    pages.put("catalog", "/catalog");
    pages.put("notifications", "/notifications");
    pages.put("audit", "/audit");
    pages.put("lines", "/audit/lines");
    pages.put("actions", "/audit/actions");
    pages.put("system", "/system");
    pages.put("api", "/api");
    return pages;
  }

  @Test
  void every_page_fits_and_a_finger_hits_everything() throws Exception {
    String run = failed();
    RunHandle waiting = start("asks.yaml");
    browser.go(site.at("/runs/" + waiting.id())).awaitText("Waits for people");
    List<String> faults = new ArrayList<>();
    for (Map.Entry<String, String> page : pages(run, "/runs/" + waiting.id()).entrySet()) {
      for (boolean dark : List.of(false, true)) {
        browser.dark(dark).go(site.at(page.getValue())).find("main h1");
        browser.screenshot("phone-" + page.getKey() + (dark ? "-dark" : "-light"));
      }
      String name = page.getKey();
      if (!browser
          .evaluate("return document.documentElement.scrollWidth <= innerWidth")
          .equals("true")) {
        faults.add(name + " is wider than the window: " + browser.overflow());
      }
      note(faults, name + " has small targets: ", browser.evaluate(SMALL));
      note(faults, name + " has wide tables: ", browser.evaluate(WIDE));
      note(faults, name + " cuts errors: ", browser.evaluate(CUT));
      note(faults, name + ": ", String.join("; ", browser.accessibilityFaults()));
    }
    assertThat(faults).isEmpty();
  }

  private static void note(List<String> faults, String what, String found) {
    if (!found.isEmpty()) {
      faults.add(what + found);
    }
  }

  private double edge(String css, String side) {
    return Double.parseDouble(
        browser.evaluate(
            "return document.querySelector('%s').getBoundingClientRect().%s".formatted(css, side)));
  }

  @Test
  void the_first_cause_is_seen_without_scrolling() throws InterruptedException {
    browser.go(site.at(failed())).find("#first-cause");
    assertThat(edge("#first-cause", "bottom")).isLessThan(HEIGHT);
    assertThat(browser.textOf("#first-cause")).contains("First cause:");
    String run = "/runs/" + startAlive().id();
    browser.go(site.at(run)).find("#first-cause a");
    assertThat(edge("#first-cause", "bottom")).isLessThan(HEIGHT);
    assertThat(browser.textOf("#first-cause .error-line").replaceAll("\\s", ""))
        .as("the whole error of a run under way")
        .contains("/in/" + LONG);
    assertThat(browser.evaluate(CUT)).isEmpty();
  }

  private RunHandle startAlive() {
    String recipe =
        "{name: alive, template: [{parallel: true, concurrency: 9, template: [cat /in/%s, {delay: 3600000, template: echo}]}]}"
            .formatted(LONG);
    return site.engine().start(RunRequest.of(new RecipeReader().read(recipe, "t.yaml")).build());
  }

  @Test
  void the_navigation_is_one_line_in_which_the_present_page_is_seen() {
    for (String page : List.of("/runs", "/audit", "/api")) {
      browser.go(site.at(page)).find(".bar nav a[aria-current]");
      assertThat(
              browser.evaluate(
                  "return new Set([...document.querySelectorAll('.bar nav a')].map(a =>"
                      + " a.getBoundingClientRect().top)).size"))
          .isEqualTo("1");
      assertThat(edge(".bar nav a[aria-current]", "left")).as(page).isGreaterThanOrEqualTo(0);
      assertThat(edge(".bar nav a[aria-current]", "right")).as(page).isLessThanOrEqualTo(WIDTH);
      assertThat(edge(".bar", "height")).isLessThan(110);
    }
  }

  @Test
  void actions_are_in_a_menu() throws InterruptedException {
    String run = failed();
    for (boolean scripts : List.of(true, false)) {
      browser
          .protocol("Emulation.setScriptExecutionDisabled", Map.of("value", !scripts))
          .go(site.at(run))
          .find("#run-menu-fold");
      assertThat(browser.isShown("#run-rerun-all")).isFalse();
      browser.clickAt("#run-menu-fold > summary");
      browser
          .find("#run-rerun-failed button")
          .find("#run-rerun-all button")
          .find("#run-menu > summary");
      browser.clickAt("#run-menu > summary");
      browser.find("#run-menu a[href$=report]");
    }
    browser.protocol("Emulation.setScriptExecutionDisabled", Map.of("value", false));
    browser.size(1280, 900).go(site.at(run)).find("#run-rerun-all");
    assertThat(browser.isShown("#run-menu-fold")).isFalse();
  }

  @Test
  void branches_are_cards_that_say_everything() throws InterruptedException {
    browser.go(site.at(failed() + "/joins/0.1")).find(".branches");
    String card = browser.textOf("[id=\"branch-0.1.0\"]");
    assertThat(card).contains("api", "failed", "1", "Rerun");
    assertThat(card.replaceAll("\\s", "")).contains("/in/" + LONG + ":Nosuchfileordirectory");
    assertThat(
            browser.evaluate(
                "return getComputedStyle(document.querySelector('.branches [data-label]'),"
                    + " '::before').content"))
        .as("what the number 1 is")
        .contains("exit");
    assertThat(edge("[id=\"branch-0.1.0\"]", "right")).isLessThanOrEqualTo(WIDTH);
    assertThat(edge("[id=\"branch-0.1.0\"] button", "right")).isLessThanOrEqualTo(WIDTH);
  }
}
