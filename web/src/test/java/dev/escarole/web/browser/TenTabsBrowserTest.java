package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A browser with many tabs has one stream of events, whichever way they share it. */
@Timeout(600)
class TenTabsBrowserTest {

  private static final String LIVE = "[data-live-sign][data-state=live]";
  private static final String WATCHERS = "escarole_live_watchers";

  /** Scripts that leave a page one way to share. */
  private static final String WORKER = "delete navigator.locks";

  private static final String LOCK = "delete window.SharedWorker";

  @TempDir Path directory;
  private Site site;
  private Browser browser;

  @BeforeEach
  void open() throws IOException {
    site = Site.open(directory, Map.of());
    browser = Browser.open();
  }

  @AfterEach
  void close() {
    if (browser != null) {
      browser.close();
    }
    site.close();
  }

  private RunHandle start(String name) {
    String recipe = "{name: %s, template: [{delay: 3600000, template: echo}]}".formatted(name);
    return site.engine().start(RunRequest.of(new RecipeReader().read(recipe, "t.yaml")).build());
  }

  @ParameterizedTest
  @ValueSource(strings = {WORKER, LOCK})
  void ten_tabs_all_load_and_share_one_stream(String script) {
    List<String> tabs = new ArrayList<>();
    List<RunHandle> runs = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      runs.add(start("beds" + i));
      tabs.add(i == 0 ? browser.present() : browser.tab());
      browser.before(script).go(site.at(i % 3 == 0 ? "/runs" : "/runs/" + runs.get(i).id()));
      browser.find(LIVE);
      assertThat(site.metric(WATCHERS)).as("streams of %s tabs", i + 1).isLessThanOrEqualTo(1);
    }
    runs.forEach(RunHandle::cancel);
    for (int i = 0; i < 10; i++) {
      browser.select(tabs.get(i));
      browser.find(
          i % 3 == 0 ? "#run-" + runs.get(i).id() + " .cancelled" : ".run-head .cancelled");
    }
    assertThat(browser.complaints()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {WORKER, LOCK})
  void when_the_tab_that_was_first_is_closed_the_others_go_on(String script) {
    RunHandle run = start("beds");
    String first = browser.present();
    browser.before(script).go(site.at("/runs/" + run.id())).find(LIVE);
    String second = browser.tab();
    browser.before(script).go(site.at("/runs/" + run.id())).find(LIVE);
    browser.select(first).closeTab();
    browser.select(second).find(LIVE);
    run.cancel();
    browser.find(".run-head .cancelled");
    assertThat(site.metric(WATCHERS)).isLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {WORKER, LOCK})
  void a_hidden_browser_has_no_stream_and_catches_up_when_it_is_shown(String script) {
    RunHandle run = start("beds");
    browser.before(script).go(site.at("/runs/" + run.id())).find(LIVE);
    assertThat(site.metric(WATCHERS)).isOne();
    browser.hide(true);
    while (site.metric(WATCHERS) > 0) {
      browser.pass(200);
    }
    run.cancel();
    browser.pass(1_500);
    assertThat(browser.text()).as("while nobody looks").contains("Cancel run");
    browser.hide(false).find(".run-head .cancelled");
  }

  @Test
  void the_worker_is_allowed_by_the_policy_of_the_pages() {
    browser.go(site.at("/runs")).find(LIVE);
    assertThat(browser.complaints()).isEmpty();
  }
}
