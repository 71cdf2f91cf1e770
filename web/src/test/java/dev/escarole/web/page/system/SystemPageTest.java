package dev.escarole.web.page.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.app.Release;
import dev.escarole.web.page.PageHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemPageTest {

  @TempDir Path directory;

  @Test
  void the_page_says_how_everything_does() throws IOException {
    try (PageHarness web = PageHarness.open(directory)) {
      web.drop("a.yaml", "templat: x\n");

      assertThat(web.get("/system").body())
          .contains(
              "Everything works.",
              "<dd>" + Release.version() + "</dd>",
              "H2",
              "Schema",
              "journal running")
          .contains("Workers busy", "0 of ", "256 MiB", "5,000,000,000")
          .contains(directory.resolve("recipes").toString(), "Invalid</dt><dd>1</dd>")
          .contains(directory.resolve("data/policy.yaml").toString(), "Heap")
          .contains("Queued runs", "Free on the disk", "Database files</dt><dd>")
          .contains("Used by runs", "Runs are kept for</dt><dd>ever</dd>", "escarole runs prune");
    }
  }

  @Test
  void the_part_that_brings_itself_up_to_date_is_no_whole_page() throws IOException {
    try (PageHarness web = PageHarness.open(directory)) {
      assertThat(web.get("/system", "HX-Request", "true", "HX-Target", "system").body())
          .contains("id=\"system\"", "data-every")
          .doesNotContain("<html");
    }
  }

  @Test
  void a_policy_file_that_cannot_be_used_any_more_needs_attention() throws IOException {
    String policy = "principals:\n  otto: {allow: true}\n";
    try (PageHarness web = PageHarness.withTokens(directory, policy)) {
      assertThat(web.as("vera").get("/system").body())
          .contains("Everything works.", "Principals</dt><dd>otto</dd>");

      Files.writeString(directory.resolve("data/policy.yaml"), "principals: <b>\n");

      Instant until = Instant.now().plus(Duration.ofMinutes(3));
      String body = web.get("/system").body();
      while (!body.contains("needs attention") && Instant.now().isBefore(until)) {
        body = web.get("/system").body();
      }
      assertThat(body)
          .contains("The policy file cannot be used", "Principals</dt><dd>otto</dd>")
          .doesNotContain("<b>");
    }
  }
}
