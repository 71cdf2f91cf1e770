package dev.escarole.web.agent.acli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits the text of an array at commas. A part that contains a comma is written in double quotes,
 * in which a double quote is doubled, as in CSV. A JSON array of strings, numbers and booleans is
 * accepted too. Used once, by one thread.
 */
final class CommaText {

  private static final char QUOTE = '"';

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private final String text;
  private final List<String> parts = new ArrayList<>();
  private int at;

  private CommaText(String text) {
    this.text = text;
  }

  /** The parts; empty for an empty text, and null if a quoted part is malformed. */
  static @Nullable List<String> parts(String text) {
    if (text.isEmpty()) {
      return List.of();
    }
    List<String> array = text.charAt(0) == '[' ? jsonArray(text) : null;
    if (array != null) {
      return array;
    }
    CommaText reading = new CommaText(text);
    return reading.read() ? reading.parts : null;
  }

  private static @Nullable List<String> jsonArray(String text) {
    try {
      List<String> parts = new ArrayList<>();
      for (JsonNode part : JSON.readTree(text)) {
        if (!part.isValueNode() || part.isNull()) {
          return null;
        }
        parts.add(part.asText());
      }
      return parts;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /** The text of these parts. */
  static String of(List<String> parts) {
    return String.join(",", parts.stream().map(CommaText::quoted).toList());
  }

  private static String quoted(String part) {
    boolean plain = !part.isEmpty() && part.indexOf(',') < 0 && "[\"".indexOf(part.charAt(0)) < 0;
    return plain ? part : QUOTE + part.replace("\"", "\"\"") + QUOTE;
  }

  private boolean read() {
    do {
      boolean isQuoted = at < text.length() && text.charAt(at) == QUOTE;
      boolean whole = isQuoted ? quotedPart() : plainPart();
      if (!whole) {
        return false;
      }
    } while (at++ < text.length());
    return true;
  }

  private boolean plainPart() {
    int comma = text.indexOf(',', at);
    int end = comma < 0 ? text.length() : comma;
    parts.add(text.substring(at, end));
    at = end;
    return true;
  }

  /** Reads up to the comma or end after the closing quote; false if there is anything else. */
  private boolean quotedPart() {
    StringBuilder part = new StringBuilder();
    int quote = text.indexOf(QUOTE, at + 1);
    int from = at + 1;
    while (quote >= 0) {
      part.append(text, from, quote);
      boolean twice = quote + 1 < text.length() && text.charAt(quote + 1) == QUOTE;
      if (!twice) {
        parts.add(part.toString());
        at = quote + 1;
        return at == text.length() || text.charAt(at) == ',';
      }
      part.append(QUOTE);
      from = quote + 2;
      quote = text.indexOf(QUOTE, from);
    }
    return false;
  }
}
