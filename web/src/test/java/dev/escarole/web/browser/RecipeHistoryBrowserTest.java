package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The history of a recipe, and the way back to its runs, by mouse and by keyboard. */
@Timeout(900)
class RecipeHistoryBrowserTest {

  private static final String RECIPE =
      """
      name: nightly
      args: ["code:int=0", "rest:int=0"]
      template:
        - {parallel: true, template: [echo a, "test {rest} -eq 0"]}
        - {failure: root, template: "test {code} -eq 0"}
      """;

  @TempDir Path directory;

  private static void runs(Site site) throws InterruptedException {
    Path file = site.folder().path().resolve("nightly.yaml");
    Recipe recipe = new RecipeReader().read(file);
    for (int i = 0; i < 34; i++) {
      RunRequest request =
          RunRequest.of(recipe)
              .values(Map.of("code", i % 11 == 5 ? 1 : 0, "rest", i % 7 == 2 ? 1 : 0))
              .build();
      RunStatus unused = site.engine().run(request).status();
    }
  }

  @Test
  void from_a_bar_to_its_run_and_from_a_version_to_what_changed() throws Exception {
    try (Site site = Site.open(directory, Map.of("nightly.yaml", RECIPE));
        Browser browser = Browser.open().size(1280, 1000)) {
      runs(site);
      Files.writeString(
          site.folder().path().resolve("nightly.yaml"), RECIPE.replace("echo a", "echo b"));
      browser.go(site.at("/recipes/nightly"));
      assertThat(browser.evaluate("return document.querySelectorAll('.strip a').length"))
          .isEqualTo("30");
      assertThat(browser.textOf(".figures")).contains("p50", "p95", "Degraded");
      assertThat(browser.textOf("#calendar")).contains("34");
      List<String> faults = new ArrayList<>();
      for (boolean dark : List.of(false, true)) {
        browser.dark(dark);
        for (int width : new int[] {390, 1280}) {
          look(browser, "/recipes/nightly", dark, width, faults);
        }
      }
      browser.click("Versions of its file");
      browser.click("Compare");
      browser.awaitText("1 line added, 1 line removed");
      for (boolean dark : List.of(true, false)) {
        browser.dark(dark);
        for (int width : new int[] {390, 1280}) {
          look(browser, "recipe-difference", dark, width, faults);
        }
      }
      browser.go(site.at("/recipes/nightly"));
      browser.clickAt(".strip li:nth-child(3) a");
      browser.find(".run-head");
      browser.go(site.at("/recipes/nightly"));
      browser.clickAt("#calendar td.day-today a");
      browser.find("table.runs tbody tr:nth-child(34)");
      assertThat(faults).isEmpty();
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static void look(
      Browser browser, String page, boolean dark, int width, List<String> faults)
      throws IOException {
    browser.size(width, 1400);
    String name = page.replaceAll("\\W+", "-") + (dark ? "-dark-" : "-light-") + width;
    String overflow = browser.overflow();
    if (!overflow.isEmpty()) {
      faults.add(name + " is wider than the window: " + overflow);
    }
    browser.screenshot(name);
    browser.accessibilityFaults().forEach(fault -> faults.add(name + ": " + fault));
  }

  @Test
  void everything_is_rerun_only_after_a_question_that_the_keyboard_answers() throws Exception {
    try (Site site = Site.open(directory, Map.of("nightly.yaml", RECIPE));
        Browser browser = Browser.open().size(390, 900)) {
      Recipe recipe = new RecipeReader().read(site.folder().path().resolve("nightly.yaml"));
      String run =
          site.engine().run(RunRequest.of(recipe).values(Map.of("rest", 1)).build()).run().value();
      browser.go(site.at("/runs/" + run));
      browser.tabTo("Actions").press(Keys.ENTER);
      browser.tabTo("Rerun all…").press(Keys.ENTER);
      browser.awaitText("Rerun everything?");
      browser.awaitText("Nothing: 2 steps that are done run again, too.");
      List<String> faults = new ArrayList<>();
      for (boolean dark : List.of(false, true)) {
        browser.dark(dark);
        look(browser, "rerun-all", dark, 390, faults);
      }
      assertThat(faults).isEmpty();
      browser.click("Only what failed…");
      browser.awaitText("1 of 2 branches of join");
      browser.press(Keys.ENTER);
      browser.awaitText("reruns the failed steps");
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
