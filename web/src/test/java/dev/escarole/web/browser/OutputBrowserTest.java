package dev.escarole.web.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.Talker;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Outputs of steps and the log of a run in a real browser. */
@Timeout(600)
class OutputBrowserTest {

  /** Whether the middle of an element can be seen, in the window and in what scrolls around it. */
  private static final String IS_SEEN =
      """
      const each = document.querySelector("%s");
      if (!each) return "missing";
      const box = each.getBoundingClientRect();
      const at = document.elementFromPoint(box.left + 3, box.top + box.height / 2);
      return at !== null && (each === at || each.contains(at) || at.contains(each));
      """;

  @TempDir Path directory;

  private static String run(Site site, String yaml) throws Exception {
    return site.engine()
        .run(RunRequest.of(new RecipeReader().read(yaml, "t.yaml")).build())
        .run()
        .value();
  }

  private static void add(Site site, String name, byte[] program) throws Exception {
    assertThat(site.engine().addCommand(name, program, ArgumentMode.ARGV).name()).isEqualTo(name);
  }

  private static Browser seen(Browser browser, String css) {
    return browser.await(IS_SEEN.formatted(css), "true");
  }

  @Test
  void a_search_scrolls_to_its_match_and_on_to_the_next() throws Exception {
    try (Site site = Site.open(directory, Map.of());
        Browser browser = Browser.open()) {
      String run = run(site, "template: seq 1 30000");
      browser.size(1280, 900).go(site.at("/runs/" + run + "/steps/0"));
      browser.type("#stream-stdout input[type=search]", "19999");
      browser.press(Keys.ENTER);
      seen(browser, "#hit");
      assertThat(browser.textOf("#hit")).isEqualTo("19999");
      browser.type("#stream-stdout input[type=search]", Keys.chord(Keys.CONTROL, "a") + "9999");
      browser.press(Keys.ENTER);
      browser.awaitText("match 1 of 3");
      browser.click("Next match");
      browser.awaitText("match 2 of 3");
      seen(browser, ".line:has(#hit)[data-n='19999']");
      browser.click("Previous match");
      browser.awaitText("match 1 of 3");
      seen(browser, ".line:has(#hit)[data-n='9999']");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void an_address_points_to_lines_wherever_they_are() throws Exception {
    try (Site site = Site.open(directory, Map.of());
        Browser browser = Browser.open()) {
      String step = "/runs/" + run(site, "template: seq 1 30000") + "/steps/0";
      browser.size(1280, 900).go(site.at(step + "#L120"));
      seen(browser, "#L120.at");
      browser.go(site.at(step + "#L20000-L20002"));
      seen(browser, "#L20001.at");
      assertThat(browser.evaluate("return document.querySelectorAll('.line.at').length"))
          .isEqualTo("3");
      String shared = browser.address().toString();
      browser.go(site.at("/runs")).go(URI.create(shared));
      seen(browser, "#L20002.at");
      browser.go(site.at(step));
      clickNumber(browser, 7, false);
      browser.await("return document.querySelectorAll('.line.at').length", "1");
      clickNumber(browser, 4, true);
      browser.await("return document.querySelectorAll('.line.at').length", "4");
      assertThat(browser.address().toString()).endsWith("&line=4-7#L4-L7");
      assertThat(copied(browser, 5, 7)).as("numbers are not copied").isEqualTo("5\n6\n7");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static void clickNumber(Browser browser, int line, boolean shift) {
    String unused =
        browser.evaluate(
            """
            const line = document.getElementById("L%d");
            const box = line.getBoundingClientRect();
            line.dispatchEvent(new MouseEvent("click", {bubbles: true, shiftKey: %s,
              clientX: box.left + 5, clientY: box.top + 5}));
            """
                .formatted(line, shift));
  }

  private static String copied(Browser browser, int first, int last) {
    return browser
        .evaluate(
            """
            const range = document.createRange();
            range.setStart(document.getElementById("L%d"), 0);
            range.setEndAfter(document.getElementById("L%d"));
            getSelection().removeAllRanges();
            getSelection().addRange(range);
            return getSelection().toString();
            """
                .formatted(first, last))
        .strip();
  }

  @Test
  void without_scripts_addresses_lead_to_lines_and_matches() throws Exception {
    try (Site site = Site.open(directory, Map.of());
        Browser browser = Browser.open()) {
      String step = "/runs/" + run(site, "template: seq 1 30000") + "/steps/0";
      browser.withoutScripts().size(1280, 900);
      browser.go(site.at(step + "?attempt=1&stream=stdout&line=20000-20002#L20000-L20002"));
      browser.screenshot("lines-without-scripts");
      seen(browser, "#L20001");
      browser.go(site.at(step));
      browser.type("#stream-stdout input[name=line]", "15000");
      browser.press(Keys.ENTER);
      browser.find(".line.at");
      seen(browser, "#L15000");
      browser.type("#stream-stdout input[type=search]", "9999");
      browser.press(Keys.ENTER);
      browser.awaitText("match 1 of 3");
      String unused = browser.evaluate("scrollTo(0, 0)");
      browser.click("Next match");
      browser.awaitText("match 2 of 3");
      seen(browser, "#hit");
    }
  }

  @Test
  void colours_and_the_log_are_fit_for_every_reader() throws Exception {
    try (Site site = Site.open(directory, Map.of());
        Browser browser = Browser.open()) {
      StringBuilder colours = new StringBuilder();
      for (int code : List.of(0, 1, 2, 3, 4, 7, 9)) {
        colours.append("\\033[").append(code).append("m look ").append(code).append("\\033[0m\\n");
      }
      for (int i = 0; i < 8; i++) {
        for (int base : List.of(30, 40, 90, 100)) {
          colours.append("\\033[%dm colour %d \\033[0m".formatted(base + i, base + i));
        }
        colours.append("\\n");
      }
      String run =
          run(
              site,
              "name: colours\ntemplate:\n  - {label: all colours, template: \"printf '"
                  + colours.toString().replace("\\", "\\\\")
                  + "'\"}\n  - {parallel: true, template: [{label: lost, template: cat /none}, 'seq 1 30', \"printf '\\\\000\\\\001'\"]}\n");
      List<String> faults = new ArrayList<>();
      for (String page :
          List.of(
              "/steps/0.0?attempt=1&stream=stdout&find=colour",
              "/steps/0.0",
              "/log",
              "/steps/0.1.0")) {
        browser.go(site.at("/runs/" + run + page));
        look(browser, "output-" + page.replaceAll("[^a-z0-9]+", "-"), faults);
      }
      faults.addAll(browser.complaints());
      assertThat(faults).isEmpty();
    }
  }

  private static void look(Browser browser, String page, List<String> faults) throws IOException {
    for (boolean dark : List.of(false, true)) {
      browser.dark(dark);
      for (int width : List.of(390, 1280)) {
        browser.size(width, 900).find("main h1");
        if (!browser.overflow().isEmpty()) {
          faults.add(page + " is wider than the window: " + browser.overflow());
        }
        browser.screenshot(page + (dark ? "-dark-" : "-light-") + width);
      }
      browser.accessibilityFaults().forEach(fault -> faults.add(page + ": " + fault));
    }
  }

  @Test
  void the_log_of_a_run_follows_it_to_its_end() throws Exception {
    try (Site site = Site.open(directory, Map.of());
        Browser browser = Browser.open()) {
      add(site, "talk", Talker.program("still here\n".getBytes(UTF_8), new byte[0], 200, 3_000));
      RunHandle run =
          site.engine()
              .start(
                  RunRequest.of(
                          new RecipeReader()
                              .read(
                                  "{parallel: true, template: [{label: slow, template: talk},"
                                      + " {template: [sleep 2000, echo second]}]}",
                                  "t.yaml"))
                      .build());
      browser.size(1280, 900).go(site.at("/runs/" + run.id() + "/log"));
      browser.awaitText("still here");
      browser.awaitText("is running");
      browser.screenshot("log-following");
      run.cancel();
      var unused = run.await();
      browser.awaitText("0.0 slow");
      browser.await("return document.querySelectorAll('[data-tail]').length", "0");
      browser.await("return document.querySelectorAll('.log-part').length > 0", "true");
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
