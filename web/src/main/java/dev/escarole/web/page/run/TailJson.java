package dev.escarole.web.page.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.web.app.local.TailView;
import java.io.IOException;

/** Writes what a running command has written so far; bytes as Base64, as they may be no text. */
public final class TailJson {

  private final JsonGenerator json;

  public TailJson(JsonGenerator json) {
    this.json = json;
  }

  /** Writes one tail. */
  public void tail(TailView tail) throws IOException {
    json.writeStartObject();
    json.writeStringField("path", tail.path());
    json.writeStringField("status", tail.state());
    json.writeBooleanField("over", tail.over());
    TailView.Running running = tail.running();
    if (running == null) {
      json.writeNullField("running");
    } else {
      json.writeObjectFieldStart("running");
      json.writeNumberField("attempt", running.attempt());
      json.writeStringField("startedAt", running.startedAt().toString());
      piece("stdout", running.stdout());
      piece("stderr", running.stderr());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void piece(String name, TailView.Piece piece) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("from", piece.from());
    json.writeNumberField("next", piece.next());
    json.writeNumberField("skipped", piece.skipped());
    json.writeBinaryField("data", piece.bytes());
    json.writeEndObject();
  }
}
