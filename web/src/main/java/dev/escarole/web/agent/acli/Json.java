package dev.escarole.web.agent.acli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plain values as JSON. */
public final class Json {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Json() {}

  /**
   * Returns an object, which may be changed.
   *
   * @param members names and values in turn; a member whose value is null is left out
   */
  public static Map<String, Object> object(@Nullable Object... members) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < members.length; i += 2) {
      Object value = members[i + 1];
      if (value != null) {
        object.put(String.valueOf(members[i]), value);
      }
    }
    return object;
  }

  /** Returns the text of a value: maps, lists, strings, numbers and booleans. */
  public static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("BUG: not a JSON value: " + e.getOriginalMessage(), e);
    }
  }
}
