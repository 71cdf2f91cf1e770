package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.server.MountedSite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody works with a dashboard that is mounted in another application. */
@Timeout(900)
class MountedBrowserTest {

  private static final String AT = MountedSite.PATH;

  @TempDir Path directory;

  @Test
  void the_sign_in_of_the_host_opens_the_pages_which_work_below_their_path() throws IOException {
    try (MountedSite site = MountedSite.signedInByHost(directory);
        Browser browser = Browser.open().zone("Asia/Tokyo")) {
      browser.go(site.at(AT + "/recipes?text=greet"));
      browser.awaitText("Sign in to the host");
      browser.click("As Otto");
      browser.awaitText("otto");
      assertThat(browser.address()).isEqualTo(site.at(AT + "/recipes?text=greet"));
      browser.click("greet");
      browser.type("[name='value.who']", "Ada");
      browser.click("Preview the plan");
      browser.awaitText("echo");
      browser.clickAt("button.primary[value=launch]");
      browser.find("[data-run-page]");
      assertThat(browser.address().getPath()).startsWith(AT + "/runs/");
      browser.await("return document.querySelector('.run-head .state').textContent", "done");
      browser.awaitText("hello Ada");
      browser.press("4");
      browser.await("return location.pathname.endsWith('/steps')", "true");
      browser.press("u");
      browser.await(
          "return /^\\/ops\\/escarole\\/runs\\/[0-9a-z-]+$/.test(location.pathname)", "true");
      browser.click("Runs");
      browser.await("return document.querySelector('[data-live-sign]').dataset.state", "live");
      browser.type("#text", "greet");
      browser.await(
          "return location.pathname + location.search.includes('text=greet')", AT + "/runstrue");
      assertThat(
              browser.evaluate(
                  "return performance.getEntriesByType('resource').map(each => each.name)"
                      + ".filter(name => !name.includes('/ops/escarole/')).join(' ')"))
          .isEmpty();
      assertThat(browser.evaluate("return document.cookie"))
          .contains("escarole_zone=browser.Asia/Tokyo");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void its_pages_are_as_those_of_a_server_of_its_own() throws IOException {
    try (MountedSite site = MountedSite.signedInByHost(directory);
        Browser browser = Browser.open()) {
      browser.go(site.at("/signin?user=vera:viewer&to=" + AT + "/runs"));
      List<String> faults = new ArrayList<>();
      for (String page : List.of("/runs", "/recipes/greet", "/system", "/no/such/page")) {
        for (boolean dark : List.of(false, true)) {
          for (int width : List.of(1280, 390)) {
            browser.dark(dark).size(width, 900).go(site.at(AT + page)).find("main h1");
            faults.add(browser.overflow());
            browser.screenshot(
                "mounted" + page.replace('/', '-') + (dark ? "-dark-" : "-light-") + width);
          }
        }
        faults.addAll(browser.accessibilityFaults());
      }
      faults.removeIf(String::isEmpty);
      assertThat(faults).isEmpty();
    }
  }
}
