package dev.escarole.spring.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody signs in through Spring Security, works with the dashboard, and stays too long. */
@Timeout(600)
class SignInBrowserTest {

  private static final String WHO = "[name='value.who']";
  private static final String LAUNCH = "button.primary[value=launch]";
  private static final String LIVE = "[data-live-sign]";

  @TempDir Path directory;

  private SecuredSite site;
  private Browser browser;

  @BeforeEach
  void open() throws IOException {
    browser = Browser.open();
    site = SecuredSite.start(directory);
  }

  @AfterEach
  void close() {
    if (site != null) {
      site.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void signing_in_leads_to_the_page_that_was_asked_for_and_everything_on_it_works()
      throws IOException {
    browser.go(site.dashboard("/recipes/hello"));
    assertThat(browser.address()).isEqualTo(site.at("/login"));
    browser.signIn("ada");
    browser.type(WHO, "Ada");
    browser.click("#preview");
    browser.awaitText("#plan", "echo");
    browser.click(LAUNCH);
    browser.awaitText(".run-head .state", "done");
    browser.awaitText("main", "HELLO ADA");
    browser.screenshot("spring-security-run");
    browser.go(site.dashboard("/runs"));
    browser.await(LIVE, "data-state", "live");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void what_was_typed_is_still_there_when_the_session_has_ended() throws IOException {
    browser.go(site.dashboard("/recipes/hello"));
    browser.signIn("ada");
    browser.type(WHO, "Ada");
    browser.forget();
    browser.click("#preview");
    browser.awaitText("#session-ended", "Your session has ended");
    browser.click(LAUNCH);
    browser.awaitText(".unsent", "Your session has ended");
    browser.screenshot("spring-security-session-ended");
    assertThat(browser.property(WHO, "value")).endsWith("Ada");
    assertThat(site.runs()).isZero();
    browser.inNewTab(
        browser.property("#session-ended a", "href"),
        () -> {
          browser.signIn("ada");
          // Not to a page that asks to sign in once more.
          browser.await("main", "id", "content");
          assertThat(browser.address().getPath()).isEqualTo("/ops/escarole/runs");
        });
    browser.click(LAUNCH);
    browser.awaitText(".run-head .state", "done");
  }

  @Test
  void live_pages_say_that_their_reader_is_signed_out() {
    browser.go(site.dashboard("/runs"));
    browser.signIn("vera");
    browser.await(LIVE, "data-state", "live");
    browser.forget();
    site.endLiveEvents();
    browser.awaitText(LIVE, "signed out");
  }
}
