package dev.escarole.web.view;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.Consent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes and reads what was lost in a run, and who read the output of a failed step. */
final class AcceptanceJson {

  private AcceptanceJson() {}

  /**
   * Writes the fields of a run.
   *
   * @param acceptance null if nothing is known
   */
  static void write(JsonGenerator json, @Nullable Acceptance acceptance) throws IOException {
    Acceptance known = acceptance == null ? Acceptance.NOT_ACCEPTED : acceptance;
    json.writeArrayFieldStart("losses");
    for (Acceptance.Loss loss : known.losses()) {
      loss(json, loss);
    }
    json.writeEndArray();
    json.writeNumberField("lossCount", known.lossCount());
    json.writeArrayFieldStart("readsFromFailure");
    for (Acceptance.FailureRead read : known.readsFromFailure()) {
      json.writeStartObject();
      json.writeStringField("step", read.step());
      json.writeStringField("command", read.command());
      json.writeStringField("from", read.from());
      json.writeBooleanField("cut", read.cut());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("readsFromFailureCount", known.readCount());
  }

  private static void loss(JsonGenerator json, Acceptance.Loss loss) throws IOException {
    Consent consent = loss.consent();
    json.writeStartObject();
    json.writeStringField("path", loss.path());
    json.writeStringField("label", loss.label());
    json.writeStringField("command", loss.command());
    json.writeStringField("outcome", loss.outcome());
    json.writeNumberField("exitCode", loss.exitCode());
    json.writeStringField("error", loss.error());
    json.writeStringField("consent", consent == null ? null : consent.word());
    json.writeEndObject();
  }

  /** What was written; null if nothing was known. */
  static @Nullable Acceptance read(JsonNode run) {
    if (!run.path("accepted").isBoolean()) {
      return null;
    }
    List<Acceptance.Loss> losses = new ArrayList<>();
    run.path("losses").forEach(loss -> losses.add(loss(loss)));
    List<Acceptance.FailureRead> reads = new ArrayList<>();
    run.path("readsFromFailure").forEach(read -> reads.add(failureRead(read)));
    return new Acceptance(
        run.path("accepted").asBoolean(),
        losses,
        run.path("lossCount").asInt(),
        reads,
        run.path("readsFromFailureCount").asInt());
  }

  private static Acceptance.Loss loss(JsonNode loss) {
    String consent = loss.path("consent").textValue();
    return new Acceptance.Loss(
        RunJsonReader.matching(loss, "path", RunJsonReader.PATH),
        loss.path("label").textValue(),
        loss.path("command").asText(),
        RunJsonReader.matching(loss, "outcome", RunJsonReader.WORD),
        loss.path("exitCode").asInt(),
        loss.path("error").asText(),
        consent == null ? null : Consent.ofWord(consent));
  }

  private static Acceptance.FailureRead failureRead(JsonNode read) {
    return new Acceptance.FailureRead(
        RunJsonReader.matching(read, "step", RunJsonReader.PATH),
        read.path("command").asText(),
        RunJsonReader.matching(read, "from", RunJsonReader.PATH),
        read.path("cut").asBoolean());
  }
}
