package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody names a filter, and chooses it later in another browser. */
@Timeout(900)
class SavedFilterBrowserTest {

  @TempDir Path directory;

  @Test
  void a_filter_with_a_name_is_there_in_every_browser_until_it_is_deleted() throws IOException {
    try (Site site = Site.open(directory, Map.of())) {
      try (Browser browser = Browser.open().size(1280, 900)) {
        browser.go(site.at("/runs"));
        browser.clickAt("label:has(> [name=status][value=failed])");
        browser.await("return location.search.includes('status=failed')", "true");
        browser.click("Save this filter…");
        browser.type("#filter-name", "Failed ones");
        assertThat(browser.accessibilityFaults()).isEmpty();
        pictures(browser, "filter-new");
        browser.click("Save");
        browser.find("#saved a[aria-current]");
        assertThat(browser.textOf("#saved nav")).isEqualTo("Failed ones");
        assertThat(browser.complaints()).isEmpty();
      }
      try (Browser other = Browser.open().size(1280, 900)) {
        other.go(site.at("/runs"));
        other.click("Failed ones");
        other.await("return location.search", "?status=failed");
        assertThat(other.property("[name=status][value=failed]", "checked")).isEqualTo("true");
        pictures(other, "filter-saved");
        other.evaluate("window.confirm = () => true");
        other.click("Delete this filter");
        other.find(".save-filter");
        other.go(site.at("/runs"));
        assertThat(other.text()).doesNotContain("Failed ones");
        assertThat(other.complaints()).isEmpty();
      }
    }
  }

  private static void pictures(Browser browser, String name) throws IOException {
    for (boolean dark : List.of(false, true)) {
      for (int width : List.of(390, 1280)) {
        browser.dark(dark).size(width, 900);
        assertThat(browser.overflow()).isEmpty();
        browser.screenshot(name + (dark ? "-dark-" : "-light-") + width);
      }
    }
  }
}
