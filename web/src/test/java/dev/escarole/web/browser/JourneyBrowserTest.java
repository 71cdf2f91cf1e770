package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Subscription;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.StepState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/**
 * The whole way of a user: from a recipe in the folder to a degraded join, and on to a complete
 * one.
 */
@Timeout(900)
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
        - {label: slow, delay: 200, template: "echo slow on {topic}"}
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
      browser.click("Recipes");
      browser.click("survey");
      browser.awaitText("Asks three sources about a topic.");
      String topic = "#launch .field textarea";
      assertThat(browser.property(topic, "placeholder")).isEqualTo("lettuce");
      browser.type(topic, "endive; rm -rf /");
      browser.click("Input, directories, labels, cache");
      browser.type("#directories", archive() + "::/archive:ro");
      browser.click("Preview the plan");
      browser.awaitText("Nothing has started");
      browser.awaitText("endive; rm -rf /");
      CountDownLatch seen = new CountDownLatch(1);
      Subscription held = site.engine().listen(event -> holdOnceOneIsDone(event, seen));
      browser.clickAt("#launch .actions .primary");
      watchItDegrade(browser, seen);
      held.close();
      openTheJoin(browser);
      rerunWhatFailed(browser);
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /** Keeps the run as it is, with the rest to come, until that has been seen. */
  private static void holdOnceOneIsDone(RunEvent event, CountDownLatch seen) {
    if (event instanceof RunEvent.StepChanged change
        && change.step().path().equals("0.0")
        && change.state() == StepState.DONE) {
      try {
        assertThat(seen.await(10, TimeUnit.MINUTES)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static void watchItDegrade(Browser browser, CountDownLatch seen) {
    browser.awaitText("running");
    browser.awaitText("1 done");
    seen.countDown();
    browser.awaitText("degraded");
    browser.awaitText("First cause");
    browser.awaitText("notes.txt");
  }

  private static void openTheJoin(Browser browser) throws IOException {
    browser.clickAt("section[aria-labelledby=joins-title] tbody a");
    browser.awaitText("Quorum reached");
    browser.awaitText("No such file or directory");
    browser.awaitText("--- branch: archive status: failed ---");
    browser.awaitText("endive; rm -rf /");
    assertThat(browser.accessibilityFaults()).isEmpty();
  }

  private void rerunWhatFailed(Browser browser) throws IOException {
    Files.writeString(archive().resolve("notes.txt"), "found after all\n");
    String before = browser.address().getPath();
    browser.awaitText(
        "A rerun of this join runs again: archive. The results of 2 branches are kept.");
    browser.click("Rerun 1 of 3 branches…");
    browser.awaitText("1 of 3 branches of join");
    browser.awaitText("The 2 results of steps that stay valid are reused");
    assertThat(browser.accessibilityFaults()).isEmpty();
    browser.click("Rerun 1 step");
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
      browser.tabTo("survey").press(Keys.ENTER);
      browser.awaitText("Asks three sources");
      browser.tabTo("Launch").press(Keys.ENTER);
      browser.awaitText("degraded");
      browser.press("n");
      browser.awaitText("/archive/notes.txt");
      browser.press("?");
      browser.awaitText("Next failure");
      browser.press(Keys.ESCAPE);
      browser.tabTo("Rerun failed…").press(Keys.ENTER);
      browser.awaitText("Runs again");
      browser.press(Keys.ENTER);
      browser.awaitText("reruns the failed steps");
    }
  }
}
