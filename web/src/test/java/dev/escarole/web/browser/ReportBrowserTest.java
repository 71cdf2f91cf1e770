package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.cli.CliHarness;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A report of a run, opened as a file, when there is no server any more. */
@Timeout(300)
class ReportBrowserTest {

  private static final String RECIPE =
      """
      name: wards
      template:
        - {label: beds, parallel: true, min_successful: 3, template: [echo one, "true", echo two, cat /in/three]}
        - {label: count, template: wc -l}
      """;

  /** How many parts hold more than they show. */
  private static final String CUT_OFF =
      """
      return [...document.querySelectorAll("pre, .table-wrap")].filter((each) =>
        each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1).length;
      """;

  @TempDir Path directory;

  private Path report() throws Exception {
    try (Site site = Site.open(directory, Map.of())) {
      RunRequest request = RunRequest.of(new RecipeReader().read(RECIPE, "t.yaml")).build();
      String run = site.engine().run(request).run().toString();
      HttpRequest question = HttpRequest.newBuilder(site.at("/runs/" + run + "/report")).build();
      var answer =
          HttpClient.newHttpClient()
              .send(question, BodyHandlers.ofFile(directory.resolve("report.html")));
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Disposition"))
          .contains("attachment; filename=\"wards-" + run + ".html\"");
      return answer.body();
    }
  }

  @Test
  void it_can_be_read_without_a_server_by_everybody_on_any_screen() throws Exception {
    Path file = report();
    try (Browser browser = Browser.open()) {
      browser.size(1280, 900).go(file.toUri());
      assertThat(browser.evaluate("return document.querySelector('h1').textContent"))
          .isEqualTo("wards");
      assertThat(browser.evaluate("return getComputedStyle(document.body).fontFamily"))
          .as("its style sheet is in it")
          .contains("system-ui");
      check(browser, "report");
      browser.size(390, 844);
      check(browser, "report-phone");
      browser.size(794, 1123).media("print", Map.of());
      check(browser, "report-print");
      assertThat(browser.evaluate(CUT_OFF)).as("nothing is cut off on paper").isEqualTo("0");
    }
  }

  @Test
  void command_line_and_page_make_the_same_document() throws Exception {
    try (Site site = Site.open(directory, Map.of())) {
      RunRequest request = RunRequest.of(new RecipeReader().read(RECIPE, "t.yaml")).build();
      String run = site.engine().run(request).run().toString();
      HttpRequest question = HttpRequest.newBuilder(site.at("/runs/" + run + "/report")).build();
      String page = HttpClient.newHttpClient().send(question, BodyHandlers.ofString()).body();
      CliHarness cli = new CliHarness(Files.createDirectory(directory.resolve("here")));
      CliHarness.Call call = cli.call("runs", "report", run, "--server", site.at("/"));
      assertThat(call.exit()).as(call.err()).isZero();
      assertThat(timeless(call.text())).isEqualTo(timeless(page)).contains("usable 2 / 3");
    }
  }

  /** Without the time at which it was made. */
  private static String timeless(String report) {
    return report.replaceAll("<dt>Report</dt><dd>[^<]*</dd>", "");
  }

  @Test
  void a_run_page_is_printed_without_its_buttons_and_as_light_as_paper() throws Exception {
    try (Site site = Site.open(directory, Map.of());
        Browser browser = Browser.open().size(1280, 900).dark(true)) {
      RunRequest request = RunRequest.of(new RecipeReader().read(RECIPE, "t.yaml")).build();
      String run = site.engine().run(request).run().toString();
      browser.go(site.at("/runs/" + run)).find("main h1");
      String theme = "return document.documentElement.dataset.theme";
      assertThat(browser.evaluate(theme)).isEqualTo("dark");
      browser.evaluate(
          "addEventListener('beforeprint', () => {"
              + " window.printed = document.documentElement.dataset.theme; });");
      browser.print();
      assertThat(browser.evaluate("return window.printed")).isEqualTo("light");
      assertThat(browser.evaluate(theme)).isEqualTo("dark");
      browser.media("print", Map.of());
      String shown =
          "return [...document.querySelectorAll('button, .bar, .tabs, input[type=search]')]"
              + ".filter((each) => each.offsetParent !== null).length";
      assertThat(browser.evaluate(shown)).isEqualTo("0");
    }
  }

  private static void check(Browser browser, String name) throws IOException {
    browser.screenshot(name);
    assertThat(browser.accessibilityFaults()).isEmpty();
    assertThat(browser.overflow()).isEmpty();
  }
}
