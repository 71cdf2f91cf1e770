package dev.escarole.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
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
    }
  }

  private static void check(Browser browser, String name) throws IOException {
    browser.screenshot(name);
    assertThat(browser.accessibilityFaults()).isEmpty();
    assertThat(browser.overflow()).isEmpty();
  }
}
