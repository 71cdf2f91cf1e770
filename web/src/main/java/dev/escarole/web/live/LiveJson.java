package dev.escarole.web.live;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.local.Pictures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes live events, as the description of this package has them. */
final class LiveJson {

  private static final JsonFactory JSON = new JsonFactory();

  private final JsonGenerator json;

  private LiveJson(JsonGenerator json) {
    this.json = json;
  }

  /** Writes the fields of an event. */
  interface Body {
    void write(LiveJson json) throws IOException;
  }

  /** An event with its name, its id and its data. */
  static byte[] event(String name, String stream, long seq, Body body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    String head = "event: %s\nid: %s-%d\ndata: ".formatted(name, stream, seq);
    bytes.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeNumberField("seq", seq);
      body.write(new LiveJson(json));
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    bytes.writeBytes(new byte[] {'\n', '\n'});
    return bytes.toByteArray();
  }

  /** An event of no stream: there is no run of this name. */
  static byte[] gone(String run) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
    bytes.writeBytes("event: gone\ndata: ".getBytes(StandardCharsets.US_ASCII));
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("run", run);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    bytes.writeBytes(new byte[] {'\n', '\n'});
    return bytes.toByteArray();
  }

  void text(String name, @Nullable String value) throws IOException {
    if (value != null) {
      json.writeStringField(name, value);
    }
  }

  void time(String name, @Nullable Instant value) throws IOException {
    text(name, value == null ? null : value.toString());
  }

  void flag(String name, @Nullable Boolean value) throws IOException {
    if (value != null) {
      json.writeBooleanField(name, value);
    }
  }

  void number(String name, @Nullable Number value) throws IOException {
    if (value != null) {
      json.writeNumberField(name, value.longValue());
    }
  }

  void counts(@Nullable RunCounts counts) throws IOException {
    if (counts == null) {
      json.writeNullField("counts");
      return;
    }
    json.writeObjectFieldStart("counts");
    tally("leaves", counts.leaves());
    tally("branches", counts.branches());
    json.writeEndObject();
  }

  private void tally(String name, RunCounts.Tally tally) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("done", tally.done());
    json.writeNumberField("failed", tally.failed());
    json.writeNumberField("skipped", tally.skipped());
    json.writeNumberField("cancelled", tally.cancelled());
    json.writeNumberField("running", tally.running());
    json.writeNumberField("pending", tally.pending());
    json.writeEndObject();
  }

  /** Those steps that something has happened to. */
  void begunSteps(List<StepNow> all) throws IOException {
    json.writeArrayFieldStart("steps");
    for (StepNow step : all) {
      if (step.state() != StepState.PENDING) {
        step(step);
      }
    }
    json.writeEndArray();
  }

  void steps(List<StepNow> changed) throws IOException {
    if (changed.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("steps");
    for (StepNow step : changed) {
      step(step);
    }
    json.writeEndArray();
  }

  private void step(StepNow step) throws IOException {
    json.writeStartObject();
    json.writeStringField("path", step.path());
    json.writeStringField("status", step.state().word());
    number("attempt", step.attempt() == 0 ? null : step.attempt());
    time("startedAt", step.startedAt());
    number("durationMillis", step.durationMillis());
    time("until", step.until());
    StepNow.Ending ending = step.ending();
    if (ending != null) {
      text("outcome", ending.outcome());
      number("exitCode", ending.exitCode());
      text("reason", ending.reason());
    }
    json.writeEndObject();
  }

  void joins(List<Join> joins) throws IOException {
    if (joins.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("joins");
    for (Join join : joins) {
      Documents.write(json, Pictures.join(join, null));
    }
    json.writeEndArray();
  }

  void runs(List<RunLine> lines) throws IOException {
    json.writeArrayFieldStart("runs");
    for (RunLine line : lines) {
      json.writeStartObject();
      json.writeStringField("run", line.run().value());
      json.writeStringField("recipe", line.recipe());
      json.writeStringField("status", line.status().word());
      time("startedAt", line.startedAt());
      number("durationMillis", line.durationMillis());
      counts(line.counts());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
