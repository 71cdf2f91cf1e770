package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Live pages in a browser that gets no live events. */
class NoStreamBrowserTest {

  private static final String NONE = "delete window.SharedWorker; delete window.BroadcastChannel;";

  /** How many times faster than usual pages grow impatient. */
  private static final int TIMES = 8;

  /** As if a proxy kept everything to itself. */
  private static final String SILENT =
      """
      delete window.SharedWorker;
      const ask = window.fetch;
      window.fetch = (address, options) => !address.startsWith("/live/") ? ask(address, options)
        : new Promise((answer, refuse) => options.signal.addEventListener("abort", refuse));
      """;

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

  private RunHandle start(String name, String template) throws Exception {
    String recipe = "{name: %s, template: %s}".formatted(name, template);
    return site.engine().start(RunRequest.of(new RecipeReader().read(recipe, "t.yaml")).build());
  }

  @ParameterizedTest
  @ValueSource(strings = {NONE, SILENT})
  void the_page_of_a_run_follows_it_to_its_end_and_then_asks_no_more(String script)
      throws Exception {
    RunHandle run = start("beds", "[{delay: 3600000, template: echo}]");
    browser.hurry(TIMES).before(script).go(site.at("/runs/" + run.id()));
    browser.find(".run-head .state.running");
    run.cancel();
    browser.find(".run-head .state.cancelled");
    browser.pass(1_000);
    long asked = browser.requests("/runs/" + run.id());
    assertThat(asked).isPositive();
    browser.pass(10_000);
    assertThat(browser.requests("/runs/" + run.id())).isEqualTo(asked);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void the_list_of_runs_shows_what_begins_and_what_ends() throws Exception {
    RunHandle first = start("carrots", "[{delay: 3600000, template: echo}]");
    browser.hurry(TIMES).before(NONE).go(site.at("/runs"));
    browser.awaitText("carrots");
    start("radishes", "[{delay: 3600000, template: echo}]");
    browser.awaitText("1 new run: show it");
    browser.click("1 new run: show it");
    browser.awaitText("radishes");
    first.cancel();
    browser.find("#run-" + first.id() + " .state.cancelled");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void nothing_is_swapped_while_nothing_changes() throws Exception {
    start("beans", "[{delay: 3600000, template: echo}]");
    browser.hurry(TIMES).before(NONE).go(site.at("/runs"));
    browser.mark("#runs").pass(10_000);
    assertThat(browser.isMarked("#runs")).isTrue();
    assertThat(browser.requests("/runs")).as("times that it asked").isPositive();
  }
}
