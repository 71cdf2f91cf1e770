package dev.escarole.engine.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.run.Join;
import java.util.List;
import java.util.Map;

/** The JSON texts in columns. */
final class Json {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final TypeReference<List<String>> TEXTS = new TypeReference<>() {};
  private static final TypeReference<Map<String, Object>> VALUES = new TypeReference<>() {};
  private static final TypeReference<List<Join.Branch>> BRANCHES = new TypeReference<>() {};

  private static final TypeReference<HandleColumn.Columns> HANDLE = new TypeReference<>() {};

  private Json() {}

  static String write(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a value cannot be written as JSON: " + value, e);
    }
  }

  static List<String> texts(String json) {
    return read(json, TEXTS);
  }

  static Map<String, Object> values(String json) {
    return read(json, VALUES);
  }

  static List<Join.Branch> branches(String json) {
    return read(json, BRANCHES);
  }

  static HandleColumn.Columns handle(String json) {
    return read(json, HANDLE);
  }

  private static <T> T read(String json, TypeReference<T> type) {
    try {
      return MAPPER.readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new StoreException(
          "A column holds no JSON of the expected form; the database was changed by hand or by a"
              + " newer version of Escarole.",
          e);
    }
  }
}
