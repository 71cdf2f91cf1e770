package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What pages say when their server is really gone, and when it is back. */
@Timeout(600)
class ServerAwayBrowserTest {

  private static final String LIVE = "[data-live-sign][data-state=live]";
  private static final String AWAY = ".stale [data-live-sign][data-state=away]";

  @TempDir Path directory;
  private Site site;
  private Browser browser;

  @BeforeEach
  void open() throws IOException {
    String recipe = "name: beds\nargs: [\"bed=1\"]\ntemplate: ['echo bed {bed}']\n";
    site = Site.open(directory, Map.of("beds.yaml", recipe));
    browser = Browser.open().size(1280, 900);
  }

  @AfterEach
  void close() {
    if (browser != null) {
      browser.close();
    }
    site.close();
  }

  private RunHandle start() {
    String recipe = "{name: carrots, template: [{delay: 3600000, template: echo}]}";
    return site.engine().start(RunRequest.of(new RecipeReader().read(recipe, "t.yaml")).build());
  }

  @Test
  void a_live_page_says_since_when_the_server_is_away_and_follows_it_when_it_is_back()
      throws IOException {
    RunHandle run = start();
    browser.go(site.at("/runs/" + run.id())).find(LIVE);
    site.server().close();
    assertThat(browser.textOf(AWAY)).matches("server away since \\d\\d:\\d\\d");
    String frozen = browser.evaluate("return document.querySelector('[data-since]').textContent");
    look("away-run");
    run.cancel();
    browser.pass(3_000);
    assertThat(browser.textOf(".run-head .state")).isEqualTo("running");
    assertThat(browser.evaluate("return document.querySelector('[data-since]').textContent"))
        .as("nobody knows whether it still runs")
        .isEqualTo(frozen);
    site = site.again();
    browser.find(".run-head .cancelled");
    browser.await("return String(document.querySelector('.stale'))", "null");
  }

  @Test
  void the_system_page_claims_nothing_once_the_server_is_gone() throws IOException {
    browser.go(site.at("/system")).awaitText("Everything works.");
    browser.find(LIVE);
    site.server().close();
    browser.find(AWAY);
    assertThat(browser.text()).doesNotContain("Everything works.").contains("is not known");
    look("away-system");
    site = site.again();
    browser.awaitText("Everything works.");
  }

  @Test
  void a_page_that_is_not_followed_says_of_when_it_is_and_that_the_server_is_away() {
    browser.go(site.at("/audit"));
    assertThat(browser.textOf("[data-live-sign]")).matches("as of \\d\\d:\\d\\d:\\d\\d");
    site.server().close();
    browser.find(AWAY);
  }

  @Test
  void a_launch_that_cannot_be_sent_says_so_and_keeps_what_was_typed() throws IOException {
    browser.go(site.at("/recipes/beds"));
    browser.type("[name='value.bed']", "7 and a half");
    site.server().close();
    browser.clickAt("#launch .actions .primary");
    assertThat(browser.textOf("#launch .unsent")).contains("cannot be reached");
    look("away-launch");
    browser.click("Preview the plan");
    browser.awaitText("cannot be reached");
    assertThat(browser.property("[name='value.bed']", "value")).isEqualTo("7 and a half");
    assertThat(site.engine().records().runs(RunQuery.latest(5))).isEmpty();
    site = site.again();
    browser.find("[data-live-sign][data-state=made]");
    browser.clickAt("#launch .actions .primary");
    browser.find("[data-run-page]");
    browser.awaitText("bed 7 and a half");
  }

  @Test
  void a_cancel_that_cannot_be_sent_says_so() {
    RunHandle run = start();
    browser.go(site.at("/runs/" + run.id())).find(LIVE);
    browser.evaluate("window.confirm = () => true");
    site.server().close();
    browser.click("Cancel run");
    assertThat(browser.textOf("#run-cancel .unsent")).contains("cannot be reached");
  }

  @Test
  void clocks_go_on_between_events() {
    RunHandle run = start();
    browser.go(site.at("/runs/" + run.id())).find(LIVE);
    browser.pass(1_500);
    long asked = browser.requests("/runs/" + run.id());
    String before = browser.evaluate("return document.querySelector('[data-since]').textContent");
    browser.pass(2_500);
    assertThat(browser.evaluate("return document.querySelector('[data-since]').textContent"))
        .isNotEqualTo(before);
    assertThat(browser.requests("/runs/" + run.id())).as("without asking").isEqualTo(asked);
  }

  private void look(String name) throws IOException {
    for (boolean dark : new boolean[] {false, true}) {
      browser.dark(dark);
      for (int width : new int[] {375, 1280}) {
        browser.size(width, 900);
        assertThat(browser.overflow()).isEmpty();
        browser.screenshot(name + (dark ? "-dark-" : "-light-") + width);
      }
      assertThat(browser.accessibilityFaults()).isEmpty();
    }
  }
}
