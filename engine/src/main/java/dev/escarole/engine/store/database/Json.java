package dev.escarole.engine.store.database;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.run.Join;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** The JSON texts in columns. */
public final class Json {

  private static final JsonFactory WRITERS = new JsonFactory();

  private static final TypeReference<List<String>> TEXTS = new TypeReference<>() {};
  private static final TypeReference<Map<String, Object>> VALUES = new TypeReference<>() {};
  private static final TypeReference<List<Join.Branch>> BRANCHES = new TypeReference<>() {};

  private Json() {}

  /** Loaded lazily, because it is slow to load: what every run needs is written by hand. */
  private static final class Binding {
    static final ObjectMapper MAPPER = new ObjectMapper();
  }

  public static String write(List<String> texts) {
    return written(
        json -> {
          json.writeStartArray();
          for (String text : texts) {
            json.writeString(text);
          }
          json.writeEndArray();
        });
  }

  public static String write(Map<String, Object> values) {
    return values.isEmpty() ? "{}" : writeAny(values);
  }

  public static String writeBranches(List<Join.Branch> branches) {
    return written(
        json -> {
          json.writeStartArray();
          for (Join.Branch branch : branches) {
            json.writeStartObject();
            json.writeStringField("path", branch.path());
            json.writeStringField("label", branch.label());
            json.writeStringField("status", branch.status().name());
            json.writeNumberField("exitCode", branch.exitCode());
            json.writeBooleanField("usable", branch.usable());
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  public static String written(Written content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = WRITERS.createGenerator(text)) {
      content.to(json);
    } catch (IOException e) {
      throw new UncheckedIOException("BUG: writing to memory failed", e);
    }
    return text.toString();
  }

  /** A writer of JSON content. */
  public interface Written {
    void to(JsonGenerator json) throws IOException;
  }

  /** Writes a value of any type; slow on first use. */
  public static String writeAny(Object value) {
    try {
      return Binding.MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a value cannot be written as JSON: " + value, e);
    }
  }

  public static List<String> texts(String json) {
    return read(json, TEXTS);
  }

  public static Map<String, Object> values(String json) {
    return read(json, VALUES);
  }

  public static List<Join.Branch> branches(String json) {
    return read(json, BRANCHES);
  }

  /** Reads a value. */
  public static <T> T read(String json, TypeReference<T> type) {
    try {
      return Binding.MAPPER.readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new StoreException(
          "A column does not contain JSON of the expected form; the database was changed by hand or"
              + " by a newer version of Escarole.",
          e);
    }
  }
}
