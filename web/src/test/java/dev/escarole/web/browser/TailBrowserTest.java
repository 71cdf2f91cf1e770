package dev.escarole.web.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.Talker;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a step while its command runs, in a real browser. */
class TailBrowserTest {

  private static final byte[] OUT =
      "one more <b>lettuce</b> counted, \u00e9t\u00e9\n".getBytes(UTF_8);
  private static final byte[] ERR = "looking at the next bed\n".getBytes(UTF_8);

  @TempDir Path directory;

  private static URI start(Site site, String command) throws Exception {
    RunHandle run =
        site.engine()
            .start(RunRequest.of(new RecipeReader().read('"' + command + '"', "t.json")).build());
    return site.at("/runs/" + run.id() + "/steps/0");
  }

  private static void add(Site site, String name, byte[] program) throws Exception {
    assertThat(site.engine().addCommand(name, program, ArgumentMode.ARGV).name()).isEqualTo(name);
  }

  private static long lines(Browser browser) {
    return browser.text().lines().filter(line -> line.contains("<b>lettuce</b>")).count();
  }

  @Test
  void a_page_follows_a_command_until_it_ends_and_then_asks_no_more() throws Exception {
    try (Site site = Site.open(directory, Map.of());
        Browser browser = Browser.open()) {
      add(site, "count", Talker.program(OUT, ERR, 500, 12));
      browser.size(1280, 900).go(start(site, "count"));
      browser.awaitText("follows what is written");
      long before = lines(browser);
      browser.awaitText("exit code 0");
      assertThat(before).as("lines before the end").isLessThan(12);
      browser.awaitText("Attempts");
      assertThat(lines(browser)).isEqualTo(12);
      assertThat(browser.text()).doesNotContain("Attempt 1 is running");
      long asked = browser.requests("/tail");
      assertThat(asked).isPositive();
      browser.pass(3_000);
      assertThat(browser.requests("/tail")).isEqualTo(asked);
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void it_is_fit_for_every_reader_while_a_command_prints_more_than_can_be_shown() throws Exception {
    try (Site site = Site.open(directory, Map.of());
        Browser browser = Browser.open()) {
      byte[] much = new String(OUT, UTF_8).repeat(20_000).getBytes(UTF_8);
      add(site, "pour", Talker.program(much, ERR, 4_000, 6));
      browser.go(start(site, "pour"));
      browser.awaitText("before this were left out");
      List<String> faults = new ArrayList<>();
      for (boolean dark : List.of(false, true)) {
        browser.dark(dark);
        for (int width : List.of(375, 1280)) {
          browser.size(width, 900);
          String name = "tail-" + (dark ? "dark-" : "light-") + width;
          if (!browser.overflow().isEmpty()) {
            faults.add(name + " is wider than the window: " + browser.overflow());
          }
          browser.find("[data-tail]");
          browser.screenshot(name);
        }
        faults.addAll(browser.accessibilityFaults());
      }
      faults.addAll(browser.complaints());
      assertThat(faults).isEmpty();
    }
  }
}
