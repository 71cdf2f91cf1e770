package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pages in light and dark fit three widths, and the browser has nothing to complain about. */
@Timeout(1800)
class PagesBrowserTest {

  private static final int[] WIDTHS = {375, 1280, 2560};

  private static final String REVIEW =
      """
      name: review
      description: |
        Looks at a **draft** from several sides; two of them are enough.

        - spelling
        - facts
      args: ["draft=Just whisk <b>oil</b> & lemon."]
      parallel: true
      min_successful: 2
      template:
        - {label: structure, template: "echo {draft}"}
        - {label: facts, retry: 2, template: "cat /reference/lettuces.txt"}
        - {label: second opinion, timeout: 200, template: "sleep 60"}
        - {label: wording, template: ["echo {draft}", "wc -w", "cat"]}
        - label: each chapter
          parallel: true
          repeat: 12
          template: "echo chapter {index}"
      """;

  @TempDir Path directory;

  @Test
  void pages_fit_every_width() throws IOException, InterruptedException {
    Map<String, String> files =
        Map.of("review.yaml", REVIEW, "broken.yaml", "name: broken\ntemplate: [echo {, 7]\n");
    try (Site site = Site.open(directory, files);
        Browser browser = Browser.open()) {
      Recipe recipe = new RecipeReader().read(site.folder().path().resolve("review.yaml"));
      RunRequest request = RunRequest.of(recipe).label("nightly").build();
      String run = site.engine().run(request).run().value();
      List<String> faults = new ArrayList<>();
      for (Map.Entry<String, String> page : pages(run).entrySet()) {
        browser.go(site.at(page.getValue()));
        for (boolean dark : List.of(false, true)) {
          browser.dark(dark);
          for (int width : WIDTHS) {
            look(browser.size(width, 900), page.getKey(), dark, width, faults);
          }
        }
      }
      faults.addAll(browser.complaints());
      assertThat(faults).isEmpty();
    }
  }

  private static void look(
      Browser browser, String page, boolean dark, int width, List<String> faults)
      throws IOException {
    browser.find("main h1");
    String name = page + (dark ? "-dark-" : "-light-") + width;
    String overflow = browser.overflow();
    if (!overflow.isEmpty()) {
      faults.add(name + " is wider than the window: " + overflow);
    }
    browser.screenshot(name);
  }

  private static Map<String, String> pages(String run) {
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("runs", "/runs");
    pages.put("run", "/runs/" + run);
    pages.put("run-lanes", "/runs/" + run + "/lanes");
    pages.put("run-graph", "/runs/" + run + "/graph");
    pages.put("run-steps", "/runs/" + run + "/steps");
    pages.put("join", "/runs/" + run + "/joins/0");
    pages.put("step", "/runs/" + run + "/steps/0.1");
    pages.put("recipes", "/recipes");
    pages.put("recipe", "/recipes/review");
    pages.put("recipe-broken", "/recipes/broken.yaml");
    pages.put("recipe-versions", "/recipe/versions?name=review");
    pages.put("schedules", "/schedules");
    pages.put("commands", "/commands");
    pages.put("command", "/commands/grep");
    pages.put("audit", "/audit");
    pages.put("actions", "/audit/actions");
    pages.put("system", "/system");
    pages.put("api", "/api");
    return pages;
  }
}
