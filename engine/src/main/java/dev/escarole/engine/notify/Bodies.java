package dev.escarole.engine.notify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes messages in the forms that receivers expect. */
final class Bodies {

  /** Keeps a chat from taking the word behind an @ for a name. */
  private static final String BROKEN_AT = "@\u200b";

  private static final int MOST_SECTION = 2_900;

  private static final ObjectMapper JSON = new ObjectMapper();

  private Bodies() {}

  static byte[] of(Channel.Style style, Message message) {
    return switch (style) {
      case WEBHOOK -> bytes(message.fields());
      case SLACK -> bytes(slack(message));
      case TEAMS -> bytes(teams(message));
    };
  }

  static byte[] bytes(Object value) {
    try {
      return JSON.writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("BUG: a message is not JSON", e);
    }
  }

  /** Plain text in blocks; the text outside of them is what notifications on phones show. */
  private static Map<String, Object> slack(Message message) {
    List<Object> blocks = new ArrayList<>();
    blocks.add(section(message.headline()));
    if (!message.details().isEmpty()) {
      blocks.add(section(String.join("\n", message.details())));
    }
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("text", mrkdwn(message.headline()));
    body.put("mrkdwn", false);
    body.put("link_names", false);
    body.put("unfurl_links", false);
    body.put("unfurl_media", false);
    body.put("blocks", blocks);
    return body;
  }

  /** Slack takes no longer text. */
  private static Map<String, Object> section(String whole) {
    String broken = whole.replace("@", BROKEN_AT);
    String text = broken.length() > MOST_SECTION ? beginning(broken) : broken;
    return Map.of(
        "type", "section", "text", Map.of("type", "plain_text", "emoji", false, "text", text));
  }

  private static String beginning(String text) {
    boolean halved = Character.isHighSurrogate(text.charAt(MOST_SECTION - 1));
    return text.substring(0, halved ? MOST_SECTION - 1 : MOST_SECTION) + "…";
  }

  /** Escapes a text for Slack, and for what understands the same form. */
  static String mrkdwn(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("@", BROKEN_AT)
        .replaceAll("[*_~`]", "\u200b$0\u200b");
  }

  /** An adaptive card. The runs of a rich text block are shown as they are, unlike a text block. */
  private static Map<String, Object> teams(Message message) {
    List<Object> blocks = new ArrayList<>();
    blocks.add(rich(message.headline(), true));
    message.details().forEach(line -> blocks.add(rich(line, false)));
    Map<String, Object> card = new LinkedHashMap<>();
    card.put("$schema", "http://adaptivecards.io/schemas/adaptive-card.json");
    card.put("type", "AdaptiveCard");
    card.put("version", "1.4");
    card.put("body", blocks);
    return Map.of(
        "type",
        "message",
        "attachments",
        List.of(Map.of("contentType", "application/vnd.microsoft.card.adaptive", "content", card)));
  }

  private static Map<String, Object> rich(String text, boolean bold) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("type", "TextRun");
    run.put("text", text);
    run.put("weight", bold ? "Bolder" : "Default");
    return Map.of("type", "RichTextBlock", "inlines", List.of(run));
  }
}
