package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.page.LateForms;
import dev.escarole.web.server.ServedRoutes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * axe finds no fault with any page, light and dark, wide and phone, over runs in every state, empty
 * lists, wrong forms and errors. Pictures of all are in {@code target/screenshots}. {@code
 * -Pthorough} looks at each width in both schemes of colours.
 */
@Timeout(3_600)
class AccessibilityBrowserTest {

  /**
   * What no page leads to, because people come from elsewhere, and what only pages lead to that
   * this installation has not: a picture, a running command in its first moments, outputs that
   * differ between runs, a recipe in a subdirectory. Those have tests of their own.
   */
  private static final Set<String> NOT_LINKED =
      Set.of(
          "/",
          "/login",
          "/kept/{id}",
          "/favicon.ico",
          "/runs/{id}/files/{file}/picture",
          "/runs/{id}/steps/{path}/tail",
          "/compare/text",
          "/recipe");

  private static final List<String> FOR_PROGRAMS =
      List.of("/api/", "/assets/", "/live/", "/metrics", "/health", "/mcp");

  /** Whether pages are looked at in all four modes, and not only in two. */
  private static final boolean THOROUGH = Boolean.getBoolean("escarole.thorough");

  @TempDir Path directory;

  @Test
  void every_page_of_an_installation_with_everything() throws Exception {
    try (EveryState state = EveryState.open(directory);
        Browser browser = Browser.open()) {
      ReaderCheck check = new ReaderCheck(browser, THOROUGH);
      PageCrawl crawl = new PageCrawl(state.site(), state.pages());
      int pages = 0;
      for (String page = crawl.next(); !page.isEmpty(); page = crawl.next()) {
        browser.go(state.site().at(page)).find("main h1");
        crawl.follow(browser);
        check.look(named(state, page));
        assertThat(pages++).as("pages by %s", page).isLessThan(300);
      }
      assertThat(check.faults()).isEmpty();
      // The recipe of a run may be gone; the page says so, and what to do instead.
      assertThat(browser.complaints())
          .filteredOn(each -> !each.matches(".*/runs/[^/]+/launch - .* 404 .*"))
          .isEmpty();
      assertThat(crawl.unsaid()).isEmpty();
      assertThat(crawl.missing(ServedRoutes.got(state.site().server())))
          .as("no link leads to these pages")
          .filteredOn(each -> FOR_PROGRAMS.stream().noneMatch(each::startsWith))
          .filteredOn(each -> !each.endsWith("/events") && !NOT_LINKED.contains(each))
          .isEmpty();
    }
  }

  private static String named(EveryState state, String page) {
    String name = page;
    for (Map.Entry<String, String> run : state.runs().entrySet()) {
      name = name.replace(run.getValue(), run.getKey());
    }
    return "page " + name;
  }

  @Test
  void forms_with_errors_and_what_opens_on_a_page() throws Exception {
    try (EveryState state = EveryState.open(directory);
        Browser browser = Browser.open().size(1280, 900)) {
      ReaderCheck check = new ReaderCheck(browser, THOROUGH);
      browser.go(state.site().at("/recipes/review"));
      browser.click("Preview the plan");
      browser.awaitText("Nothing has started");
      check.look("form previewed");
      browser.type("[name='value.times']", "many");
      browser.clickAt("#launch .actions .primary");
      browser.find("#launch [aria-invalid=true]");
      check.look("form wrong");
      browser.go(state.site().at("/recipes/warned"));
      browser.clickAt("#launch .actions .primary");
      browser.find("#launch [role=alert]");
      check.look("form incomplete");
      browser.go(state.site().at("/commands/grep")).find("main h1");
      browser.evaluate("document.querySelector('main form').requestSubmit()");
      browser.find("main h1");
      check.look("command tried");
      browser.go(state.site().at(state.page("failed", "")));
      browser.clickAt("#run-menu summary");
      check.look("menu open");
      browser.press("?").find("#key-help[open]");
      check.look("keys open");
      browser.go(state.site().at(state.page("failed", ""))).clickAt("#run-menu summary");
      browser.click("Delete…");
      browser.awaitText("Delete");
      check.look("confirmation");
      browser.go(state.site().at(state.page("running", "")));
      browser.evaluate("document.documentElement.classList.add('stale')");
      check.look("stale");
      assertThat(check.faults()).isEmpty();
    }
  }

  @Test
  void errors_and_empty_lists() throws Exception {
    try (Site site = Site.open(directory, Map.of());
        Browser browser = Browser.open()) {
      ReaderCheck check = new ReaderCheck(browser, THOROUGH);
      for (String page :
          List.of(
              "/runs",
              "/recipes",
              "/approvals",
              "/schedules",
              "/commands",
              "/commands?q=nothing-like-this",
              "/catalog?q=nothing-like-this",
              "/audit",
              "/audit/lines",
              "/audit/actions",
              "/notifications",
              "/inbox",
              "/system",
              "/nowhere",
              "/runs/nobody",
              "/runs?status=sideways",
              "/recipes/none",
              "/commands/none",
              "/runs?text=nothing")) {
        browser.go(site.at(page)).find("main h1");
        check.look("empty " + page);
      }
      assertThat(check.faults()).isEmpty();
    }
  }

  @Test
  void signing_in_and_what_was_typed_before() throws IOException {
    try (LateForms site = new LateForms(directory);
        Browser browser = Browser.open().size(1280, 900)) {
      ReaderCheck check = new ReaderCheck(browser, THOROUGH);
      browser.go(site.at("/recipes/greet")).find("#token");
      check.look("sign in");
      browser.type("#token", "wrong");
      browser.click("Sign in");
      browser.awaitText("does not know this token");
      check.look("sign in wrong");
      browser.type("#token", site.otto());
      browser.click("Sign in");
      browser.type("[name='value.who']", "Ada Lovelace");
      site.sessionsEnd();
      browser.clickAt("button.primary[value=launch]");
      browser.awaitText("What you typed is kept");
      check.look("sign in again");
      browser.type("#token", site.otto());
      browser.click("Sign in");
      browser.awaitText("nothing was started");
      check.look("form kept");
      browser.go(site.at("/catalog")).find("main h1");
      check.look("an operator is refused nothing to see");
      assertThat(check.faults()).isEmpty();
    }
  }

  @Test
  void nothing_is_animated_for_readers_who_want_it_still() throws Exception {
    try (EveryState state = EveryState.open(directory);
        Browser browser = Browser.open().size(1280, 900)) {
      String animations = "return document.getAnimations().length > 0";
      browser.go(state.site().at(state.page("running", ""))).find(".state.running");
      browser.await(animations, "true");
      browser.media("screen", Map.of("prefers-reduced-motion", "reduce"));
      for (String part : List.of("", "/lanes", "/graph", "/steps", "/steps/0.0.0", "/joins/0.0")) {
        browser.go(state.site().at(state.page("running", part))).find("main h1");
        assertThat(browser.evaluate(animations)).as(part).isEqualTo("false");
      }
    }
  }
}
