package dev.escarole.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What receivers are sent when a recipe's author wants to write to them. */
class BodiesTest {

  private static final String HOSTILE =
      "<!channel> <https://evil.example|here> *b* `c` @all & \u202Etxt\r\nX: y\u2028z \"}";

  private static Message message() {
    return new Message(
        "id",
        "failed",
        "ops",
        "20261123-030000-abcdef",
        HOSTILE,
        "ann",
        Instant.EPOCH,
        1,
        Map.of(
            "error",
            HOSTILE,
            "failureCount",
            1,
            "failures",
            List.of(Map.of("path", "0.1", "label", HOSTILE, "outcome", "exited", "exitCode", 2))),
        null);
  }

  private static JsonNode body(Channel.Style style) throws IOException {
    return new ObjectMapper().readTree(Bodies.of(style, message()));
  }

  @Test
  void a_webhook_gets_names_as_they_are_in_valid_json() throws IOException {
    assertThat(body(Channel.Style.WEBHOOK).get("recipe").asText()).isEqualTo(HOSTILE);
  }

  @Test
  void slack_shows_names_as_plain_text_and_mentions_nobody() throws IOException {
    JsonNode body = body(Channel.Style.SLACK);
    assertThat(body.get("text").asText())
        .doesNotContain("<")
        .doesNotContain(">")
        .contains("&lt;!channel&gt;")
        .doesNotContain("@all")
        .doesNotContain("\n");
    assertThat(body.get("mrkdwn").asBoolean()).isFalse();
    assertThat(body.get("blocks"))
        .allSatisfy(
            block -> {
              assertThat(block.at("/text/type").asText()).isEqualTo("plain_text");
              assertThat(block.at("/text/text").asText())
                  .doesNotContain("@all")
                  .doesNotContain("\u202E");
            });
  }

  @Test
  void teams_shows_names_as_they_are() throws IOException {
    JsonNode card = body(Channel.Style.TEAMS).at("/attachments/0/content");
    assertThat(card.get("type").asText()).isEqualTo("AdaptiveCard");
    assertThat(card.get("body"))
        .isNotEmpty()
        .allSatisfy(
            block -> {
              // Unlike a text block, it is not Markdown.
              assertThat(block.get("type").asText()).isEqualTo("RichTextBlock");
              assertThat(block.at("/inlines/0/text").asText())
                  .doesNotContain("\n")
                  .doesNotContain("\u2028");
            });
  }

  @Test
  void long_names_are_cut_between_characters() {
    String name = "\uD83E\uDD6C".repeat(200);
    assertThat(Message.line(name, 100)).isEqualTo("\uD83E\uDD6C".repeat(100) + "…");
  }
}
