package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.page.LateForms;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody fills a form in for so long that the session has ended. */
@Timeout(900)
class LateFormBrowserTest {

  @TempDir Path directory;

  @Test
  void what_was_typed_is_still_there_after_the_next_sign_in() throws IOException {
    try (LateForms site = new LateForms(directory);
        Browser browser = Browser.open()) {
      browser.go(site.at("/recipes/greet"));
      browser.type("#token", site.otto());
      browser.click("Sign in");
      browser.type("[name='value.who']", "Ada Lovelace");
      site.sessionsEnd();
      browser.click("Preview the plan");
      browser.awaitText("Sign in in another tab");
      assertThat(browser.property("[name='value.who']", "value")).isEqualTo("Ada Lovelace");
      browser.clickAt("button.primary[value=launch]");
      browser.awaitText("What you typed is kept");
      assertThat(browser.accessibilityFaults()).isEmpty();
      browser.type("#token", site.otto());
      browser.click("Sign in");
      browser.awaitText("nothing was started");
      assertThat(browser.property("[name='value.who']", "value")).isEqualTo("Ada Lovelace");
      assertThat(site.runs()).isZero();
    }
  }

  @Test
  void a_form_that_is_too_large_to_be_kept_stays_on_the_page() throws IOException {
    try (LateForms site = new LateForms(directory);
        Browser browser = Browser.open()) {
      browser.go(site.at("/recipes/greet"));
      browser.type("#token", site.otto());
      browser.click("Sign in");
      browser.find("[name='value.who']");
      browser.evaluate("document.querySelector(\"[name='value.who']\").value = 'x'.repeat(300000)");
      site.sessionsEnd();
      browser.clickAt("button.primary[value=launch]");
      browser.awaitText("too large to be kept");
      browser.await("return document.querySelector(\"[name='value.who']\").value.length", "300000");
      assertThat(site.runs()).isZero();
    }
  }
}
