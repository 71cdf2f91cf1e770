package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/**
 * The whole way of a user: from a recipe in the folder to a degraded join, and on to a complete
 * one.
 */
@Timeout(300)
class JourneyBrowserTest {

  private static final String RECIPE =
      """
      name: survey
      description: Asks **three sources** about a topic.
      args: ["topic=lettuce"]
      parallel: true
      min_successful: 2
      template:
        - {label: fast, template: "echo fast on {topic}"}
        - {label: slow, delay: 4000, template: "echo slow on {topic}"}
        - {label: archive, template: "cat /archive/notes.txt"}
      """;

  @TempDir Path directory;

  private Path archive() {
    return directory.resolve("archive");
  }

  private Site site() throws IOException {
    Files.createDirectory(archive());
    return Site.open(directory, Map.of("survey.yaml", RECIPE));
  }

  @Test
  void from_a_recipe_to_a_degraded_join_and_on_to_a_complete_one() throws IOException {
    try (Site site = site();
        Browser browser = Browser.open().size(1280, 1000)) {
      browser.go(site.at("/"));
      browser.labelled("Recipes").click();
      browser.labelled("survey").click();
      browser.awaitText("Asks three sources about a topic.");
      WebElement topic = browser.find("#launch .field textarea");
      assertThat(topic.getDomProperty("placeholder")).isEqualTo("lettuce");
      topic.sendKeys("endive; rm -rf /");
      browser.labelled("Input, directories, labels, cache").click();
      browser.find("#directories").sendKeys(archive() + "::/archive:ro");
      browser.labelled("Preview the plan").click();
      browser.awaitText("Nothing has started");
      browser.awaitText("endive; rm -rf /");
      browser.find("#launch .actions .primary").click();
      watchItDegrade(browser);
      openTheJoin(browser);
      rerunWhatFailed(browser);
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static void watchItDegrade(Browser browser) {
    browser.awaitText("running");
    browser.awaitText("1 done");
    browser.awaitText("degraded");
    assertThat(browser.text()).contains("First cause").contains("notes.txt");
  }

  private static void openTheJoin(Browser browser) throws IOException {
    browser.find("section[aria-labelledby=joins-title] tbody a").click();
    browser.awaitText("Quorum wanted");
    browser.awaitText("No such file or directory");
    browser.awaitText("--- branch: archive status: failed ---");
    assertThat(browser.text()).contains("endive; rm -rf /");
    assertThat(browser.accessibilityFaults()).isEmpty();
  }

  private void rerunWhatFailed(Browser browser) throws IOException {
    Files.writeString(archive().resolve("notes.txt"), "found after all\n");
    String before = browser.address().getPath();
    browser.labelled("Rerun failed branches").click();
    browser.awaitText("found after all");
    browser.find(".run-head .state.done");
    assertThat(browser.address().getPath()).isNotEqualTo(before);
    assertThat(browser.text()).doesNotContain("First cause");
  }

  @Test
  void the_same_way_with_the_keyboard_alone() throws IOException {
    try (Site site = site();
        Browser browser = Browser.open().size(1280, 1000)) {
      browser.go(site.at("/runs"));
      browser.find("main");
      browser.press("g", "e");
      browser.awaitText("survey");
      browser.tabTo("survey").sendKeys(Keys.ENTER);
      browser.awaitText("Asks three sources");
      browser.tabTo("Launch").sendKeys(Keys.ENTER);
      browser.awaitText("degraded");
      browser.press("n");
      browser.awaitText("/archive/notes.txt");
      browser.press("?");
      browser.awaitText("Next failure");
      browser.press(Keys.ESCAPE);
      browser.tabTo("Rerun failed").sendKeys(Keys.ENTER);
      browser.awaitText("again");
    }
  }
}
