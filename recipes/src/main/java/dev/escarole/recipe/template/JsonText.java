package dev.escarole.recipe.template;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes values as compact JSON and parses values given as JSON text. */
public final class JsonText {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          // A table of names would keep those of every value.
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(constraints())
          .build();

  private static StreamReadConstraints constraints() {
    StreamReadConstraints.Builder constraints =
        StreamReadConstraints.builder().maxNestingDepth(64).maxStringLength(Integer.MAX_VALUE);
    try {
      return constraints.maxNameLength(Integer.MAX_VALUE).build();
    } catch (NoSuchMethodError e) {
      // Jackson 2.15 has no such limit.
      return constraints.build();
    }
  }

  private final StringBuilder out = new StringBuilder();
  private final int most;
  private final @Nullable ResolutionMeter meter;
  private int metered;

  private JsonText(int most, @Nullable ResolutionMeter meter) {
    this.most = most;
    this.meter = meter;
  }

  /** Compact JSON of a value. */
  public static String write(@Nullable Object value) {
    return beginning(value, Integer.MAX_VALUE);
  }

  /**
   * The same, metered and limited while it is written: resolved arrays can be much larger than
   * their source.
   */
  static String write(Object value, ResolutionMeter meter) {
    return new JsonText(Text.LONGEST, meter).written(value);
  }

  /** At least the first {@code characters} characters of {@link #write}, and little more. */
  static String beginning(@Nullable Object value, int characters) {
    return new JsonText(characters, null).written(value);
  }

  private String written(@Nullable Object value) {
    value(value);
    return out.toString();
  }

  private void value(@Nullable Object value) {
    if (value instanceof List<?> list) {
      String before = "[";
      for (Object item : list) {
        if (out.length() > most) {
          break;
        }
        out.append(before);
        value(item);
        before = ",";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof Map<?, ?> map) {
      String before = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        if (out.length() > most) {
          break;
        }
        out.append(before);
        quote(String.valueOf(entry.getKey()));
        out.append(':');
        value(entry.getValue());
        before = ",";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof String text) {
      quote(text);
    } else {
      out.append(value == null ? "null" : PlainValue.text(value));
    }
    if (meter != null) {
      check(meter);
    }
  }

  private void check(ResolutionMeter metering) {
    metering.text(out.length() - metered);
    metered = out.length();
    if (metered > most) {
      throw new TemplateException(
          Codes.TEXT_TOO_LONG,
          "an array or object is more than " + most + " characters as JSON",
          "Pass large data in a file or on standard input.");
    }
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> out.append(c < ' ' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
      }
    }
    out.append('"');
  }

  /** The value of the JSON {@code text}; null if it is not valid JSON. */
  public static @Nullable Object parse(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      Object value = parser.nextToken() == null ? null : read(parser);
      return parser.nextToken() == null ? value : null;
    } catch (IOException | NumberFormatException notJson) {
      return null;
    }
  }

  private static @Nullable Object read(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String key = parser.currentName();
          parser.nextToken();
          object.put(key, read(parser));
        }
        yield object;
      }
      case START_ARRAY -> {
        List<@Nullable Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          array.add(read(parser));
        }
        yield array;
      }
      case VALUE_STRING -> parser.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> number(parser.getText());
    };
  }

  private static Object number(String written) {
    BigDecimal number = PlainValue.parseDecimal(written);
    if (number == null) {
      throw new NumberFormatException();
    }
    return number.scale() == 0 && number.precision() < 19 ? (Object) number.longValue() : number;
  }
}
