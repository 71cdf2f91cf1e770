package dev.escarole.web.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file as standard input, chosen in a real browser. */
class InputFileBrowserTest {

  @TempDir Path directory;

  @Test
  void a_chosen_file_outlives_the_preview_and_is_what_the_first_step_reads() throws Exception {
    Path file = Files.writeString(directory.resolve("beds.txt"), "nine beds of lettuce\n");
    try (Site site =
            Site.open(directory, Map.of("copy.yaml", "name: copy\ntemplate: [cat, upper]\n"));
        Browser browser = Browser.open()) {
      browser.size(1280, 900).go(site.at("/recipes/copy"));
      browser.click("Input, directories, labels, cache");
      browser.type("#stdin-file", file.toString());
      browser.click("Preview the plan");
      browser.awaitText("Nothing has started.");
      assertThat(browser.text()).doesNotContain("Choose the file again");
      browser.clickAt("#launch .actions .primary");
      browser.find("[data-run-page]");
      RunId run = new RunId(browser.address().getPath().substring("/runs/".length()));
      browser.awaitText("done");
      String sha256 = site.engine().records().run(run).orElseThrow().stdoutSha256();
      assertThat(site.engine().records().content(String.valueOf(sha256)).orElseThrow())
          .asString(UTF_8)
          .isEqualTo("NINE BEDS OF LETTUCE\n");
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
