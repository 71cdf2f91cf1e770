package dev.escarole.web.page.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Launch values as text. */
final class Values {

  private static final ObjectMapper JSON = new ObjectMapper();

  private Values() {}

  /** A text as it is, everything else as JSON. */
  static String text(Object value) {
    if (value instanceof String text) {
      return text;
    }
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("BUG: a launch value was JSON when it was stored", e);
    }
  }
}
