package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A page that is watched while its run fails piece by piece does not jump. */
@Timeout(3_600)
class LayoutShiftBrowserTest {

  /** The sum of all shifts that do not follow a click or a key. */
  private static final String OBSERVER =
      """
      window.shifts = 0;
      window.shifted = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (entry.hadRecentInput) continue;
          window.shifts += entry.value;
          for (const source of entry.sources ?? []) {
            const node = source.node;
            window.shifted.push(entry.value.toFixed(4) + " " + (node?.id || node?.className || node?.nodeName));
          }
        }
      }).observe({ type: "layout-shift", buffered: true });
      """;

  private static final boolean THOROUGH = Boolean.getBoolean("escarole.thorough");
  private static final int WATCHED_MILLIS = THOROUGH ? 120_000 : 6_000;
  private static final double LIMIT = 0.1;

  @TempDir Path directory;
  private Site site;
  private Browser browser;

  @BeforeEach
  void open() throws IOException {
    site = Site.open(directory, Map.of());
    browser = Browser.open().size(1280, 900).before(OBSERVER);
  }

  @AfterEach
  void close() {
    site.engine().running().forEach(RunHandle::cancel);
    browser.close();
    site.close();
  }

  /** Branches end one after the other, most of them badly, in several ways. */
  private static String recipe() {
    List<String> branches = new ArrayList<>();
    int step = THOROUGH ? 8_000 : 500;
    for (int i = 0; i < 14; i++) {
      String last = List.of("cat /in/" + i, "echo " + i, "false", "ls /nowhere/" + i).get(i % 4);
      branches.add("{label: bed-%d, delay: %d, template: \"%s\"}".formatted(i, step * i, last));
    }
    branches.add("{label: last, delay: 3600000, template: echo}");
    return "{name: beds, template: [{parallel: true, min_successful: 8, concurrency: 99, template: ["
        + String.join(", ", branches)
        + "]}, wc]}";
  }

  private RunHandle start() {
    return site.engine().start(RunRequest.of(new RecipeReader().read(recipe(), "t.yaml")).build());
  }

  @Test
  void no_page_of_a_run_that_is_watched_shifts() {
    Map<String, Double> shifts = new LinkedHashMap<>();
    StringBuilder sources = new StringBuilder();
    for (String part : List.of("", "/joins/0.0", "/lanes", "/steps", "/graph")) {
      RunHandle run = start();
      browser.go(site.at("/runs/" + run.id() + part)).find("[data-live-sign][data-state=live]");
      watch(part, shifts, sources);
      run.cancel();
    }
    browser.go(site.at("/runs")).find("[data-live-sign][data-state=live]");
    RunHandle first = start();
    watch("list", shifts, sources);
    first.cancel();
    assertThat(shifts)
        .as(sources.toString())
        .allSatisfy((part, shift) -> assertThat(shift).as(part).isLessThan(LIMIT));
  }

  private void watch(String part, Map<String, Double> shifts, StringBuilder sources) {
    browser.pass(WATCHED_MILLIS);
    shifts.put(part, Double.parseDouble(browser.evaluate("return String(window.shifts)")));
    sources
        .append(part)
        .append(' ')
        .append(shifts.get(part))
        .append(": ")
        .append(browser.evaluate("return window.shifted.slice(0, 30).join('; ')"))
        .append('\n');
  }
}
