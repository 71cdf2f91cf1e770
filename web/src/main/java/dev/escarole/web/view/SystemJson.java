package dev.escarole.web.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.engine.EngineLoad;
import dev.escarole.engine.EngineStorage;
import java.io.IOException;
import java.time.Instant;

/** Writes how a server does as JSON. */
public final class SystemJson {

  private final JsonGenerator json;

  public SystemJson(JsonGenerator json) {
    this.json = json;
  }

  /** Writes versions, what the engine is doing, and what is stored. */
  public void system(String version, EngineLoad load, EngineStorage storage) throws IOException {
    json.writeStartObject();
    json.writeStringField("version", version);
    json.writeStringField("java", Runtime.version().toString());
    work(load);
    journal(load);
    database(storage);
    json.writeObjectFieldStart("cache");
    json.writeNumberField("results", storage.cache().results());
    json.writeNumberField("bytes", storage.cache().bytes());
    json.writeEndObject();
    json.writeEndObject();
  }

  private void work(EngineLoad load) throws IOException {
    json.writeObjectFieldStart("work");
    json.writeNumberField("runs", load.work().runs());
    json.writeNumberField("workers", load.work().workers());
    json.writeNumberField("busy", load.work().busy());
    json.writeNumberField("queued", load.work().queued());
    json.writeNumberField("programs", load.guests().programs());
    json.writeNumberField("memoryTaken", load.guests().memoryTaken());
    json.writeNumberField("memoryMost", load.guests().memoryMost());
    json.writeEndObject();
  }

  private void journal(EngineLoad load) throws IOException {
    Instant since = load.journal().since();
    json.writeObjectFieldStart("journal");
    json.writeStringField("state", load.journal().state().word());
    json.writeStringField("since", since == null ? null : since.toString());
    json.writeStringField("reason", load.journal().reason());
    json.writeNumberField("pendingEvents", load.journal().pendingEvents());
    json.writeEndObject();
  }

  private void database(EngineStorage storage) throws IOException {
    json.writeObjectFieldStart("database");
    json.writeStringField("product", storage.database().product());
    json.writeStringField("version", storage.database().version());
    json.writeStringField("schema", storage.database().schema());
    json.writeNumberField("bytes", storage.database().bytes());
    json.writeEndObject();
  }
}
