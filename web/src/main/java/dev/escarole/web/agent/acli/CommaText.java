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
 * accepted too.
 */
final class CommaText {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private CommaText() {}

  /** The parts; empty for an empty text, and null if a quoted part is malformed. */
  static @Nullable List<String> parts(String text) {
    if (text.isEmpty()) {
      return List.of();
    }
    List<String> array = text.charAt(0) == '[' ? jsonArray(text) : null;
    if (array != null) {
      return array;
    }
    List<String> parts = new ArrayList<>();
    for (int from = 0; from <= text.length(); ) {
      int end = end(text, from);
      if (end < 0) {
        return null;
      }
      String part = text.substring(from, end);
      boolean isQuoted = part.startsWith("\"");
      parts.add(isQuoted ? part.substring(1, part.length() - 1).replace("\"\"", "\"") : part);
      from = end + 1;
    }
    return parts;
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

  static String of(List<String> parts) {
    return String.join(",", parts.stream().map(CommaText::quoted).toList());
  }

  private static String quoted(String part) {
    boolean plain = !part.isEmpty() && part.indexOf(',') < 0 && "[\"".indexOf(part.charAt(0)) < 0;
    return plain ? part : '"' + part.replace("\"", "\"\"") + '"';
  }

  /** Where the part ends that begins here; -1 if it is malformed. */
  private static int end(String text, int from) {
    if (!text.startsWith("\"", from)) {
      int comma = text.indexOf(',', from);
      return comma < 0 ? text.length() : comma;
    }
    int quote = text.indexOf('"', from + 1);
    while (quote >= 0 && text.startsWith("\"", quote + 1)) {
      quote = text.indexOf('"', quote + 2);
    }
    boolean ends = quote == text.length() - 1 || text.startsWith(",", quote + 1);
    return quote >= 0 && ends ? quote + 1 : -1;
  }
}
