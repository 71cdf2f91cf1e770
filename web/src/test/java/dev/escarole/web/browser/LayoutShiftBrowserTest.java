package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
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

/**
 * Pages do not jump that are watched, each in a window of its own, while a run fails piece by
 * piece, others begin, and files come and go.
 */
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
            window.shifted.push(entry.value.toFixed(4) + " "
              + (node?.id || node?.getAttribute?.("class") || node?.nodeName)
              + " " + source.previousRect.top + " to " + source.currentRect.top);
          }
        }
      }).observe({ type: "layout-shift", buffered: true });
      """;

  private static final boolean THOROUGH = Boolean.getBoolean("escarole.thorough");
  private static final int WATCHED_MILLIS = THOROUGH ? 120_000 : 10_000;
  private static final int ROUNDS = 5;
  private static final double LIMIT = 0.1;

  private static final List<String> OF_A_RUN =
      List.of("", "/joins/0.0", "/lanes", "/steps", "/graph", "/files", "/steps/0.0.14");

  private static final List<String> OTHERS =
      List.of(
          "/runs",
          "/recipes",
          "/recipes/review",
          "/approvals",
          "/inbox",
          "/schedules",
          "/notifications",
          "/commands",
          "/catalog",
          "/audit",
          "/audit/actions",
          "/system",
          "/api");

  @TempDir Path directory;
  private EveryState state;
  private Browser browser;

  @BeforeEach
  void open() throws Exception {
    state = EveryState.open(directory);
    browser = Browser.open();
  }

  @AfterEach
  void close() {
    browser.close();
    state.close();
  }

  /** Branches end one after the other, most of them badly, in several ways. */
  private static String recipe() {
    List<String> branches = new ArrayList<>();
    int step = WATCHED_MILLIS / 15;
    for (int i = 0; i < 14; i++) {
      String last = List.of("cat /in/" + i, "echo " + i, "false", "ls /nowhere/" + i).get(i % 4);
      branches.add("{label: bed-%d, delay: %d, template: \"%s\"}".formatted(i, step * i, last));
    }
    // A command would reach its time limit.
    branches.add("{label: last, delay: 86400000, template: echo}");
    return "{name: beds, template: [{parallel: true, min_successful: 8, concurrency: 99, template: ["
        + String.join(", ", branches)
        + "]}, wc]}";
  }

  private RunHandle start() {
    return state
        .site()
        .engine()
        .start(RunRequest.of(new RecipeReader().read(recipe(), "t.yaml")).build());
  }

  @Test
  void no_page_that_is_watched_shifts() throws IOException {
    String run = "/runs/" + start().id();
    Map<String, String> windows = new LinkedHashMap<>();
    for (Size size : Size.values()) {
      for (String part : OF_A_RUN) {
        windows.put(size + " " + part, opened(run + part, size));
        browser.find("[data-live-sign][data-state=live]");
      }
      for (String page : OTHERS) {
        windows.put(size + " " + page, opened(page, size));
      }
    }
    for (int round = 0; round < ROUNDS; round++) {
      browser.pass(WATCHED_MILLIS / ROUNDS);
      change(round);
    }
    StringBuilder sources = new StringBuilder();
    Map<String, Double> shifts = new LinkedHashMap<>();
    windows.forEach((page, window) -> shifts.put(page, shift(page, window, sources)));
    assertThat(shifts)
        .as(sources.toString())
        .allSatisfy((page, shift) -> assertThat(shift).as(page).isLessThan(LIMIT));
  }

  private enum Size {
    WIDE(1280, 900),
    PHONE(390, 844);

    private final int width;
    private final int height;

    Size(int width, int height) {
      this.width = width;
      this.height = height;
    }
  }

  private String opened(String page, Size size) {
    String window = browser.window();
    browser
        .size(size.width, size.height)
        .before(OBSERVER)
        .go(state.site().at(page))
        .find("main h1");
    return window;
  }

  /** What other people do meanwhile. */
  private void change(int round) throws IOException {
    start();
    Path recipes = state.site().folder().path();
    Files.writeString(recipes.resolve("new-" + round + ".yaml"), "template: echo\n");
    Files.writeString(
        recipes.resolve("nightly.yaml"),
        round % 2 == 0 ? "template: [echo {" : "name: nightly\ntemplate: echo night\n");
    Path inbox = state.inbox().path();
    Files.writeString(inbox.resolve("drop-" + round + ".yaml"), "template: cat /nowhere\n");
    Files.writeString(inbox.resolve("left-" + round + ".bin"), "x");
  }

  private double shift(String page, String window, StringBuilder sources) {
    browser.select(window);
    assertThat(browser.evaluate("return document.visibilityState")).as(page).isEqualTo("visible");
    String shifted = browser.evaluate("return window.shifted.slice(0, 30).join('; ')");
    String sum = browser.evaluate("return String(window.shifts)");
    sources.append(page + " " + sum + ": " + shifted + "\n");
    // That nothing was seen means something only if what moves is seen.
    browser.evaluate(
        "scrollTo(0, 0); document.body.style.paddingTop = Math.round(innerHeight / 2) + 'px'");
    browser.await("return window.shifts > %s + %s".formatted(sum, LIMIT), "true");
    return Double.parseDouble(sum);
  }
}
