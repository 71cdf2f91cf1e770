package dev.escarole.web.page.notification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunId;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.page.PageHarness;
import dev.escarole.web.page.PageHarness.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of notifications. */
@Timeout(120)
class NotificationsPageTest {

  @TempDir Path directory;

  private static final String NAME = "<b>x</b>";

  private RunId failed(PageHarness pages) throws InterruptedException {
    return pages
        .engine()
        .run(
            RunRequest.of(
                    new RecipeReader()
                        .read(
                            "{\"name\": \""
                                + NAME
                                + "\", \"notify\": {\"on\": \"failed\", \"to\": \"log\"},"
                                + " \"template\": \"false\"}",
                            "x.json"))
                .build())
        .run();
  }

  private void channels(String text) throws Exception {
    Path data = Files.createDirectories(directory.resolve("data"));
    Files.writeString(data.resolve("notify.yaml"), text);
  }

  @Test
  void without_channels_nothing_links_to_the_page() throws Exception {
    try (PageHarness pages = PageHarness.open(directory)) {
      assertThat(pages.get("/runs").body()).doesNotContain("/notifications");
      assertThat(pages.get("/notifications").status()).isEqualTo(200);
    }
  }

  @Test
  void messages_and_channels_are_shown_and_a_channel_can_be_tried() throws Exception {
    channels("channels: {log: {file: told.jsonl}}\n");
    try (PageHarness pages = PageHarness.open(directory)) {
      assertThat(pages.get("/runs").body()).contains("href=\"/notifications\"");
      RunId run = failed(pages);
      Answer page = pages.get("/notifications");
      assertThat(page.body())
          .contains("href=\"/runs/" + run.value() + "\"")
          .contains("&lt;b&gt;x&lt;/b&gt;")
          .doesNotContain(NAME)
          .contains("told.jsonl");
      assertThat(pages.get("/notifications?state=dead").body())
          .contains("No message in this state");
      assertThat(pages.post("/notifications/test", "channel", "log").body())
          .contains("has accepted a message");
      assertThat(directory.resolve("data/told.jsonl")).content().contains("\"event\":\"test\"");
      assertThat(pages.post("/notifications/resend", "id", "nothing").status()).isEqualTo(404);
    }
  }

  @Test
  void a_viewer_sees_messages_and_sends_none() throws Exception {
    channels("channels: {log: {file: told.jsonl}}\n");
    try (PageHarness pages = PageHarness.withTokens(directory, "principals: {}\n")) {
      RunId run = failed(pages);
      Answer page = pages.as("vera").get("/notifications");
      assertThat(page.body())
          .contains(run.value())
          .doesNotContain("<form method=\"post\" action=\"/notifications");
      assertThat(pages.post("/notifications/test", "channel", "log").status()).isEqualTo(403);
      assertThat(directory.resolve("data/told.jsonl")).doesNotExist();
    }
  }
}
