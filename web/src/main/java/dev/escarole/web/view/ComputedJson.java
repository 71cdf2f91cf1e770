package dev.escarole.web.view;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.run.Computation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads how the computed inputs of a run came about. */
final class ComputedJson {

  private ComputedJson() {}

  /** Writes a field of a run; none if nothing was computed. */
  static void write(JsonGenerator json, List<Computation> computed) throws IOException {
    if (computed.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("computed");
    for (Computation each : computed) {
      json.writeStartObject();
      json.writeStringField("name", each.name());
      json.writeNumberField("durationMillis", each.durationMillis());
      json.writeNumberField("bytes", each.bytes());
      json.writeStringField("sha256", each.sha256());
      json.writeArrayFieldStart("calls");
      for (Computation.Call call : each.calls()) {
        write(json, call);
      }
      json.writeEndArray();
      json.writeNumberField("callCount", each.callCount());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, Computation.Call call) throws IOException {
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

  static Computation read(JsonNode one) {
    List<Computation.Call> calls = new ArrayList<>();
    one.path("calls").forEach(call -> calls.add(call(call)));
    return new Computation(
        one.path("name").asText(),
        calls,
        one.path("callCount").asInt(),
        one.path("durationMillis").asLong(),
        one.path("bytes").asLong(),
        one.path("sha256").asText());
  }

  private static Computation.Call call(JsonNode call) {
    List<String> argv = new ArrayList<>();
    call.path("argv").forEach(word -> argv.add(word.asText()));
    return new Computation.Call(
        argv,
        RunJsonReader.matching(call, "outcome", RunJsonReader.WORD),
        call.path("exitCode").asInt(),
        call.path("durationMillis").asLong(),
        call.path("cached").asBoolean());
  }
}
