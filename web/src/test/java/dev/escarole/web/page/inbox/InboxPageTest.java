package dev.escarole.web.page.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.inbox.Inbox;
import dev.escarole.engine.inbox.InboxOptions;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.page.PageHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InboxPageTest {

  private static final String NASTY = "<b>&'.csv";

  @TempDir Path directory;

  private Inbox inbox(PageHarness web) throws IOException {
    Path place = Files.createDirectories(directory.resolve("inbox"));
    Installation installation = new Installation(web.engine(), InstantSource.system());
    return installation.openInbox(place, InboxOptions.defaults());
  }

  private void fail(String name, String why) throws IOException {
    Path failed = Files.createDirectories(directory.resolve("inbox/failed"));
    Files.writeString(failed.resolve(name), "x\n");
    Files.writeString(failed.resolve(name + ".error.txt"), why);
  }

  @Test
  void bar_links_to_the_inbox_only_if_there_is_one() throws IOException {
    try (PageHarness web = PageHarness.open(directory)) {
      assertThat(web.get("/runs").body()).doesNotContain("/inbox");
      PageHarness.Answer none = web.get("/inbox");
      assertThat(none.status()).isEqualTo(404);
      assertThat(none.body()).contains("--inbox");
      try (Inbox open = inbox(web)) {
        assertThat(open.path()).isDirectory();
        assertThat(web.get("/runs").body()).contains("href=\"/inbox\"");
        assertThat(web.get("/inbox").body())
            .contains("Nothing has been dropped yet", "aria-current=\"page\">Inbox");
      }
      assertThat(web.get("/runs").body()).doesNotContain("/inbox");
    }
  }

  @Test
  void page_shows_what_waits_what_failed_and_why_with_every_name_escaped() throws IOException {
    try (PageHarness web = PageHarness.open(directory);
        Inbox open = inbox(web)) {
      fail(NASTY, "It <i>failed</i>.\nrun: 20261123-101010-abcdef\n");
      Files.writeString(open.path().resolve("new.yaml"), "template: echo\n");
      Files.writeString(open.path().resolve("left.bin"), "x");
      Files.createDirectories(open.path().resolve("outbox/a.csv-20261123-101010-abcdef"));
      open.look();
      String body = web.get("/inbox").body();
      assertThat(body)
          .contains("&lt;b&gt;&amp;", "It &lt;i&gt;failed&lt;/i&gt;.", "new.yaml")
          .contains("because no recipe takes them: 1 file", "left.bin")
          .contains("href=\"/runs/20261123-101010-abcdef\"", "outbox/a.csv-20261123-101010-abcdef")
          .doesNotContain("<b>", "<i>");
      assertThat(web.get("/inbox", "HX-Request", "true", "HX-Target", "inbox").body())
          .contains("id=\"inbox\"")
          .doesNotContain("<html");
    }
  }

  @Test
  void operator_retries_a_failed_file_and_a_viewer_does_not() throws IOException {
    String policy = "principals:\n  otto: {allow: true, runs: all}\n  vera: {allow: true}\n";
    try (PageHarness web = PageHarness.withTokens(directory, policy);
        Inbox open = inbox(web)) {
      fail(NASTY, "no\n");
      assertThat(web.as("vera").get("/inbox").body())
          .contains("failed")
          .doesNotContain("<form method=\"post\" action=\"/inbox");
      assertThat(web.post("/inbox/retry", "file", NASTY).status()).isEqualTo(403);
      assertThat(web.as("otto").get("/inbox").body()).contains("action=\"/inbox/retry\"");
      assertThat(web.post("/inbox/retry", "file", NASTY).status()).isEqualTo(303);
      assertThat(open.path().resolve(NASTY)).exists();
      assertThat(open.path().resolve("failed")).isEmptyDirectory();
      assertThat(web.post("/inbox/retry", "file", NASTY).status()).isEqualTo(404);
    }
  }

  @Test
  void operator_who_may_not_change_runs_of_the_inbox_retries_nothing() throws IOException {
    try (PageHarness web =
            PageHarness.withTokens(directory, "principals:\n  otto: {allow: true}\n");
        Inbox open = inbox(web)) {
      fail("a.csv", "no\n");
      PageHarness.Answer refused = web.as("otto").post("/inbox/retry", "file", "a.csv");
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.body()).contains("act for operator");
      assertThat(open.path().resolve("failed/a.csv")).exists();
    }
  }
}
