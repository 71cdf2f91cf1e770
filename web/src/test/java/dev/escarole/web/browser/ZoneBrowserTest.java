package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody reads times in Tokyo, and switches to UTC. */
@Timeout(900)
class ZoneBrowserTest {

  private static final String STARTED = "dd time";

  @TempDir Path directory;

  @Test
  void times_are_in_the_zone_that_the_page_names() throws Exception {
    try (Site site = Site.open(directory, Map.of());
        Browser browser = Browser.open().zone("Asia/Tokyo").size(1280, 900)) {
      String run =
          site.engine()
              .run(RunRequest.of(new RecipeReader().read("\"echo hello\"", "r.json")).build())
              .run()
              .value();
      browser.go(site.at("/runs/" + run + "/steps/0"));
      Instant started =
          Instant.parse(browser.evaluate("return document.querySelector('dd time').dateTime"));
      assertThat(browser.textOf("#zone summary")).contains("Asia/Tokyo");
      assertThat(browser.textOf(STARTED)).isEqualTo(in("Asia/Tokyo", started));
      browser.go(site.at("/runs/" + run + "/steps/0?x=1"));
      assertThat(browser.evaluate("return document.documentElement.dataset.zone"))
          .as("the server knows it from the second page on")
          .isEqualTo("Asia/Tokyo");
      browser.clickAt("#zone summary");
      browser.awaitText("This browser: Asia/Tokyo");
      assertThat(browser.accessibilityFaults()).isEmpty();
      pictures(browser);
      browser.click("UTC");
      browser.await("return document.documentElement.dataset.zone", "UTC");
      assertThat(browser.address()).isEqualTo(site.at("/runs/" + run + "/steps/0?x=1"));
      assertThat(browser.textOf(STARTED)).isEqualTo(in("UTC", started));
      browser.go(site.at("/runs")).find("#zone");
      assertThat(browser.textOf("#zone summary")).contains("UTC");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static void pictures(Browser browser) throws IOException {
    for (boolean dark : List.of(false, true)) {
      for (int width : List.of(390, 1280)) {
        browser.dark(dark).size(width, 900);
        assertThat(browser.overflow()).isEmpty();
        browser.screenshot("zone" + (dark ? "-dark-" : "-light-") + width);
      }
    }
  }

  private static String in(String zone, Instant time) {
    return DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").format(time.atZone(ZoneId.of(zone)));
  }
}
