package dev.escarole.engine.rehearsal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a text must be like. Line breaks at its end do not matter. Immutable.
 *
 * @param equal the whole text; null if any
 * @param contains texts in it
 * @param lacks texts that are not in it
 * @param json the value that it is as JSON, as JSON; null if any
 */
record TextRule(
    @Nullable String equal, List<String> contains, List<String> lacks, @Nullable String json) {

  private static final int MOST_SHOWN = 2_000;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** A rule for the whole text. */
  static TextRule equalTo(String text) {
    return new TextRule(text, List.of(), List.of(), null);
  }

  /** Reports what a text breaks. */
  void check(String what, String actual, Consumer<Mismatch> found) {
    if (equal != null && !trimmed(equal).equals(trimmed(actual))) {
      found.accept(new Mismatch(what, shown(equal), shown(actual)));
    }
    for (String part : contains) {
      if (!actual.contains(part)) {
        found.accept(new Mismatch(what, "a text with " + quoted(part), shown(actual)));
      }
    }
    for (String part : lacks) {
      if (actual.contains(part)) {
        found.accept(new Mismatch(what, "a text without " + quoted(part), shown(actual)));
      }
    }
    if (json != null && !Objects.equals(parsed(json), parsed(actual))) {
      found.accept(new Mismatch(what, "the JSON " + shown(json), shown(actual)));
    }
  }

  /** Null for a text that is not JSON. */
  private static @Nullable JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException notJson) {
      return null;
    }
  }

  private static String quoted(String part) {
    return '\'' + shown(part) + '\'';
  }

  private static String shown(String text) {
    String all = trimmed(text);
    return all.length() <= MOST_SHOWN
        ? all
        : all.substring(0, MOST_SHOWN) + "… (" + all.length() + " characters)";
  }

  private static String trimmed(String text) {
    int end = text.length();
    while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    return text.substring(0, end);
  }
}
