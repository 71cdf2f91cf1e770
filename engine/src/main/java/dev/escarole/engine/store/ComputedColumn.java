package dev.escarole.engine.store;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.escarole.engine.run.Computation;
import dev.escarole.engine.store.database.Json;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The computed inputs of a run as stored text. */
final class ComputedColumn {

  private static final TypeReference<List<Computation>> FORM = new TypeReference<>() {};

  private ComputedColumn() {}

  /** Returns the text; null if nothing was computed. */
  static @Nullable String write(List<Computation> computations) {
    return computations.isEmpty()
        ? null
        : Json.written(
            json -> {
              // Databases reject some characters that programs print.
              json.setHighestNonEscapedChar(0x7f);
              json.writeStartArray();
              for (Computation each : computations) {
                write(json, each);
              }
              json.writeEndArray();
            });
  }

  private static void write(JsonGenerator json, Computation each) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", each.name());
    json.writeArrayFieldStart("calls");
    for (Computation.Call call : each.calls()) {
      json.writeStartObject();
      json.writeArrayFieldStart("argv");
      for (String word : call.argv()) {
        json.writeString(word);
      }
      json.writeEndArray();
      json.writeStringField("outcome", call.outcome());
      json.writeNumberField("exitCode", call.exitCode());
      json.writeNumberField("durationMillis", call.durationMillis());
      json.writeBooleanField("cached", call.cached());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("callCount", each.callCount());
    json.writeNumberField("durationMillis", each.durationMillis());
    json.writeNumberField("bytes", each.bytes());
    json.writeStringField("sha256", each.sha256());
    json.writeEndObject();
  }

  static List<Computation> read(@Nullable String text) {
    return text == null ? List.of() : Json.read(text, FORM);
  }
}
