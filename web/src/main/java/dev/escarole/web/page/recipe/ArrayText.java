package dev.escarole.web.page.recipe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/** Arrays of texts as JSON, and back. */
final class ArrayText {

  private static final ObjectMapper JSON = new ObjectMapper();

  private ArrayText() {}

  static String write(List<String> items) {
    try {
      return JSON.writeValueAsString(items);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("BUG: texts can always be written", e);
    }
  }

  /** The items of a JSON array, each as text; the text itself if it is no array. */
  static List<String> rows(String text) {
    try {
      JsonNode array = JSON.readTree(text);
      if (array == null || !array.isArray()) {
        return List.of(text);
      }
      List<String> rows = new ArrayList<>();
      array.forEach(item -> rows.add(item.isTextual() ? item.textValue() : item.toString()));
      return rows;
    } catch (JsonProcessingException e) {
      return List.of(text);
    }
  }
}
