package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** From one run to the next, two side by side, and the same again with something changed. */
@Timeout(900)
class FamilyBrowserTest {

  private static final String RECIPE =
      """
      name: survey
      args: ["topic=lettuce", "count:int=2", "names:array=[]"]
      parallel: true
      min_successful: 3
      template:
        - {label: fast, template: "echo fast on {topic}"}
        - {label: slow, template: "echo slow on {topic} {names}"}
        - {label: archive, template: "cat /archive/notes.txt"}
      """;

  @TempDir Path directory;

  private Site site() throws IOException {
    Files.createDirectory(directory.resolve("archive"));
    return Site.open(directory, Map.of("survey.yaml", RECIPE));
  }

  private static String run(Site site, String topic) throws InterruptedException {
    Recipe recipe = new RecipeReader().read(site.folder().path().resolve("survey.yaml"));
    return site.engine().run(RunRequest.of(recipe).value("topic", topic).build()).run().value();
  }

  @Test
  void arrow_keys_go_from_run_to_run_and_two_picked_runs_are_compared() throws Exception {
    try (Site site = site();
        Browser browser = Browser.open().size(1280, 1000)) {
      String first = run(site, "endive");
      String second = run(site, "chicory");
      browser.go(site.at("/runs/" + second));
      browser.find("#run-family");
      browser.press(Keys.ARROW_LEFT);
      browser.awaitText("First run");
      assertThat(browser.address().getPath()).isEqualTo("/runs/" + first);
      browser.press(Keys.ARROW_RIGHT);
      browser.awaitText("Latest run");
      assertThat(browser.address().getPath()).isEqualTo("/runs/" + second);
      browser.go(site.at("/runs"));
      browser.clickAt("#pick-" + first);
      browser.clickAt("#pick-" + second);
      browser.click("Compare");
      browser.awaitText("What they were given");
      browser.awaitText("endive");
      assertThat(browser.accessibilityFaults()).isEmpty();
      browser.clickAt(".compared a[href*='what=stdout']");
      browser.awaitText("fast on chicory");
      assertThat(browser.accessibilityFaults()).isEmpty();
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void a_run_is_launched_again_back_keeps_the_form_and_the_first_error_has_the_focus()
      throws Exception {
    try (Site site = site();
        Browser browser = Browser.open().size(1280, 1000)) {
      String first = run(site, "endive");
      browser.go(site.at("/runs/" + first + "/launch"));
      browser.awaitText("Filled from run");
      assertThat(browser.property("#field-0", "value")).isEqualTo("endive");
      browser.type("#field-0", " and more");
      browser.type("#field-1", "many");
      browser.clickAt("#launch .actions .primary");
      browser.awaitText("ome values are invalid");
      browser.await("return document.activeElement.id", "field-1");
      browser.type("#field-1", Keys.chord(Keys.CONTROL, "a") + "3");
      browser.click("Add an item");
      browser.find("#field-2-1");
      browser.type("#field-2-0", "one");
      browser.type("#field-2-1", "two");
      browser.clickAt("#launch .actions .primary");
      browser.find(".run-head");
      String unused = browser.evaluate("history.back()");
      browser.find("#field-2-1");
      browser.await("return document.getElementById('field-2-1').value", "two");
      assertThat(browser.property("#field-0", "value")).isEqualTo("endive and more");
      assertThat(browser.property("#field-1", "value")).isEqualTo("3");
      // An answer that refuses is one that failed, to a browser.
      assertThat(browser.complaints()).allMatch(line -> line.contains("422"));
    }
  }

  @Test
  void a_degraded_join_is_topped_up_with_a_directory_after_a_preview() throws Exception {
    try (Site site = site();
        Browser browser = Browser.open().size(1280, 1000)) {
      String first = run(site, "endive");
      Files.writeString(directory.resolve("archive/notes.txt"), "found after all\n");
      browser.go(site.at("/runs/" + first + "/rerun"));
      browser.awaitText("What would happen");
      assertThat(browser.textOf("#count-fresh")).isEqualTo("1 step");
      assertThat(browser.textOf("#count-kept")).isEqualTo("2 results");
      browser.type("#directories", directory.resolve("archive") + "::/archive:ro");
      browser.awaitText("Something has changed since");
      browser.clickAt("#launch .actions [value=preview]");
      browser.find("#changed-values");
      assertThat(browser.accessibilityFaults()).isEmpty();
      browser.click("Start");
      browser.awaitText("found after all");
      browser.find(".run-head .state.done");
      browser.awaitText("reruns the failed steps of");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void the_new_pages_are_fit_for_every_reader() throws Exception {
    try (Site site = site();
        Browser browser = Browser.open()) {
      String first = run(site, "endive");
      String second = run(site, "a topic of very many words ".repeat(20));
      Files.writeString(
          site.folder().path().resolve("survey.yaml"),
          RECIPE.replace("echo slow", "echo rather slow"));
      while (!site.folder().look()) {
        Thread.onSpinWait();
      }
      List<String> faults = new ArrayList<>();
      for (Map.Entry<String, String> page : pages(first, second).entrySet()) {
        browser.go(site.at(page.getValue()));
        for (boolean dark : List.of(false, true)) {
          look(browser.dark(dark), page.getKey() + (dark ? "-dark-" : "-light-"), faults);
          browser.accessibilityFaults().forEach(fault -> faults.add(page.getKey() + ": " + fault));
        }
      }
      faults.addAll(browser.complaints());
      assertThat(faults).isEmpty();
    }
  }

  private static void look(Browser browser, String name, List<String> faults) throws IOException {
    for (int width : new int[] {390, 1280}) {
      browser.size(width, 900).find("main h1");
      String overflow = browser.overflow();
      if (!overflow.isEmpty()) {
        faults.add(name + width + " is wider than the window: " + overflow);
      }
      browser.screenshot(name + width);
    }
  }

  private static Map<String, String> pages(String first, String second) {
    Map<String, String> pages = new LinkedHashMap<>();
    String both = "run=" + first + "&run=" + second;
    pages.put("family", "/runs/" + second);
    pages.put("compare", "/compare?" + both);
    pages.put("compare-choose", "/compare?run=" + second);
    pages.put("compare-text", "/compare/text?what=stdout&path=0.0&" + both);
    pages.put("source", "/runs/" + first + "/source");
    pages.put("rerun", "/runs/" + second + "/rerun");
    pages.put("launch-again", "/recipes/survey?from=" + second);
    return pages;
  }
}
