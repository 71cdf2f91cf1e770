package dev.escarole.recipe.template;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses values given as JSON text. Apart from {@link JsonText}, because most runs have none and
 * need not load a parser.
 */
final class JsonTextParser {
  private static final int MAX_DEPTH = 64;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  private JsonTextParser() {}

  /** The value of the whole text; null if it is none (or is {@code null}). */
  static @Nullable Object parse(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      Object value = parser.nextToken() == null ? null : value(parser);
      return parser.nextToken() == null ? value : null;
    } catch (JsonProcessingException malformed) {
      return null;
    } catch (IOException impossible) {
      throw new UncheckedIOException("BUG: reading from memory failed", impossible);
    }
  }

  private static @Nullable Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
      default -> null;
    };
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      parser.nextToken();
      object.put(key, value(parser));
    }
    return object;
  }

  private static List<@Nullable Object> array(JsonParser parser) throws IOException {
    List<@Nullable Object> array = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser));
    }
    return array;
  }

  private static Object number(JsonParser parser) throws IOException {
    BigDecimal number = PlainValue.parseDecimal(parser.getText());
    if (number == null) {
      throw new JsonParseException(parser, "a number of too many digits");
    }
    return number.scale() == 0 && number.precision() < 19 ? (Object) number.longValue() : number;
  }
}
