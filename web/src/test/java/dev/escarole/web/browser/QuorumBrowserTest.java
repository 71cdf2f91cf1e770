package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A missed quorum is understood at a glance, in a real browser. */
@Timeout(300)
class QuorumBrowserTest {

  /** Eight of twelve are needed: seven are usable, one is silent, four fail. */
  private static final String SURVEY =
      """
      name: survey
      template:
        - label: reviewers
          parallel: true
          min_successful: 8
          template:
            - {parallel: true, repeat: 1, template: echo 1}
            - echo 2
            - echo 3
            - echo 4
            - echo 5
            - echo 6
            - echo 7
            - {label: silent, template: ["echo x", "true"]}
            - cat /none
            - cat /nothing
            - "false"
            - {timeout: 100, template: sleep 60}
        - wc -l
      """;

  @TempDir Path directory;

  @Test
  void the_verdict_is_in_the_first_window_and_nothing_of_it_is_cut_off() throws Exception {
    try (Site site = Site.open(directory, Map.of());
        Browser browser = Browser.open()) {
      RunRequest request = RunRequest.of(new RecipeReader().read(SURVEY, "t.yaml")).build();
      String run = "/runs/" + site.engine().run(request).run();
      for (List<Integer> size : List.of(List.of(1280, 900), List.of(390, 844))) {
        browser.size(size.get(0), size.get(1)).go(site.at(run));
        assertThat(browser.textOf(".verdict-line"))
            .startsWith("Quorum missed: 8 usable branches needed, only 7 there; 4 failed")
            .endsWith("The recipe lets the run continue.");
        browser.screenshot("quorum-" + size.get(0));
        assertThat(
                browser.evaluate(
                    """
                    const line = document.querySelector(".verdict-line");
                    const cell = line.closest(".table-wrap").getBoundingClientRect();
                    const box = document.createRange();
                    box.selectNodeContents(line);
                    return box.getBoundingClientRect().right <= cell.right;
                    """))
            .as("the whole sentence can be read at " + size)
            .isEqualTo("true");
      }
      browser.size(1280, 900).go(site.at(run));
      assertThat(
              browser.evaluate(
                  "return document.querySelector('.verdict-line')"
                      + ".getBoundingClientRect().bottom < innerHeight"))
          .isEqualTo("true");
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
