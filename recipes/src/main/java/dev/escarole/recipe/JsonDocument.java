package dev.escarole.recipe;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.escarole.recipe.Place.Mark;
import dev.escarole.recipe.SourceValue.SourceArray;
import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.SourceValue.SourceObject.Member;
import dev.escarole.recipe.SourceValue.SourceScalar;
import dev.escarole.recipe.template.Codes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses JSON into values with positions. */
final class JsonDocument {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(100_000).build())
          .build();

  private final JsonParser parser;
  private final DocumentRules rules;

  private JsonDocument(JsonParser parser, DocumentRules rules) {
    this.parser = parser;
    this.rules = rules;
  }

  static SourceValue read(String text, DocumentRules rules) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      return new JsonDocument(parser, rules).document();
    } catch (JsonProcessingException malformed) {
      JsonLocation location = malformed.getLocation();
      Mark mark = location == null ? Mark.START : mark(location);
      throw rules.problems().fatal(Codes.BAD_JSON, malformed.getOriginalMessage(), null, mark);
    } catch (IOException impossible) {
      throw new UncheckedIOException("BUG: reading from memory failed", impossible);
    }
  }

  private SourceValue document() throws IOException {
    if (parser.nextToken() == null) {
      throw rules.problems().fatal(Codes.BAD_JSON, "the file is empty", null, Mark.START);
    }
    SourceValue value = value(1);
    if (parser.nextToken() != null) {
      throw rules
          .problems()
          .fatal(Codes.BAD_JSON, "unexpected content after the end of the document", null, mark());
    }
    return value;
  }

  private SourceValue value(int depth) throws IOException {
    Mark mark = mark();
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      rules.checkDepth(depth, mark);
      return object(mark, depth);
    }
    if (token == JsonToken.START_ARRAY) {
      rules.checkDepth(depth, mark);
      return array(mark, depth);
    }
    return new SourceScalar(mark, scalar(token, mark));
  }

  private SourceValue object(Mark mark, int depth) throws IOException {
    Map<String, Member> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      Mark keyMark = mark();
      String key = parser.currentName();
      parser.nextToken();
      Member member = new Member(keyMark, value(depth + 1));
      if (members.putIfAbsent(key, member) != null) {
        rules.duplicate(key, keyMark);
      }
    }
    return new SourceObject(mark, members);
  }

  private SourceValue array(Mark mark, int depth) throws IOException {
    List<SourceValue> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(depth + 1));
    }
    return new SourceArray(mark, items);
  }

  private @Nullable Object scalar(JsonToken token, Mark mark) throws IOException {
    return switch (token) {
      case VALUE_STRING -> parser.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> rules.number(parser.getText(), mark);
      default -> null;
    };
  }

  private Mark mark() {
    return mark(parser.currentTokenLocation());
  }

  private static Mark mark(JsonLocation location) {
    return new Mark(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
  }
}
