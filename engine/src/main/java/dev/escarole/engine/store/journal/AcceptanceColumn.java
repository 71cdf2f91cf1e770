package dev.escarole.engine.store.journal;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.Consent;
import dev.escarole.engine.store.database.Json;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The losses of a run as the JSON text of a column. */
public final class AcceptanceColumn {

  private static final TypeReference<Columns> FORM = new TypeReference<>() {};

  private AcceptanceColumn() {}

  /** The form of the text. */
  record Columns(List<LossColumns> losses, int lossCount, List<ReadColumns> reads, int readCount) {}

  /**
   * A loss.
   *
   * @param consent the word of the consent, or null
   */
  record LossColumns(
      String path,
      @Nullable String label,
      String command,
      String outcome,
      int exitCode,
      String error,
      @Nullable String consent) {}

  record ReadColumns(String step, String command, String from, boolean cut) {}

  /** Returns the text; null if nothing was lost. */
  static @Nullable String write(Acceptance acceptance) {
    return acceptance.lossCount() + acceptance.readCount() == 0
        ? null
        : Json.written(json -> write(json, acceptance));
  }

  private static void write(JsonGenerator json, Acceptance acceptance) throws IOException {
    // Databases reject some characters that programs print.
    json.setHighestNonEscapedChar(0x7f);
    json.writeStartObject();
    json.writeArrayFieldStart("losses");
    for (Acceptance.Loss loss : acceptance.losses()) {
      loss(json, loss);
    }
    json.writeEndArray();
    json.writeNumberField("lossCount", acceptance.lossCount());
    json.writeArrayFieldStart("reads");
    for (Acceptance.FailureRead read : acceptance.readsFromFailure()) {
      json.writeStartObject();
      json.writeStringField("step", read.step());
      json.writeStringField("command", read.command());
      json.writeStringField("from", read.from());
      json.writeBooleanField("cut", read.cut());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("readCount", acceptance.readCount());
    json.writeEndObject();
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

  public static Acceptance read(boolean accepted, @Nullable String text) {
    if (text == null) {
      return new Acceptance(accepted, List.of(), 0, List.of(), 0);
    }
    Columns columns = Json.read(text, FORM);
    return new Acceptance(
        accepted,
        columns.losses().stream().map(AcceptanceColumn::loss).toList(),
        columns.lossCount(),
        columns.reads().stream()
            .map(
                read ->
                    new Acceptance.FailureRead(
                        read.step(), read.command(), read.from(), read.cut()))
            .toList(),
        columns.readCount());
  }

  private static Acceptance.Loss loss(LossColumns loss) {
    String consent = loss.consent();
    return new Acceptance.Loss(
        loss.path(),
        loss.label(),
        loss.command(),
        loss.outcome(),
        loss.exitCode(),
        loss.error(),
        consent == null ? null : Consent.ofWord(consent));
  }
}
