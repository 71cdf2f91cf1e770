package dev.escarole.web.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.recipe.form.Argument;
import dev.escarole.recipe.handle.HandleCall;
import dev.escarole.recipe.handle.HandleStreams;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes what a call of a handle asks for as JSON. */
public final class HandleJson {

  private final JsonGenerator json;

  public HandleJson(JsonGenerator json) {
    this.json = json;
  }

  /** Writes an object; every text has its {@code provenance}, and bytes are base64. */
  public void call(String handle, HandleCall call) throws IOException {
    json.writeStartObject();
    json.writeStringField("handle", handle);
    argument("command", call.command());
    json.writeArrayFieldStart("arguments");
    for (Argument each : call.arguments()) {
      value(each);
    }
    json.writeEndArray();
    argument("directory", call.directory());
    json.writeObjectFieldStart("environment");
    for (Map.Entry<String, Argument> variable : call.environment().entrySet()) {
      argument(variable.getKey(), variable.getValue());
    }
    json.writeEndObject();
    input(call.input());
    json.writeEndObject();
  }

  private void argument(String name, @Nullable Argument argument) throws IOException {
    json.writeFieldName(name);
    if (argument == null) {
      json.writeNull();
    } else {
      value(argument);
    }
  }

  private void value(Argument argument) throws IOException {
    json.writeStartObject();
    json.writeStringField("text", argument.text());
    json.writeStringField("provenance", argument.provenance().word());
    json.writeEndObject();
  }

  private void input(HandleCall.Input input) throws IOException {
    HandleStreams streams = input.streams();
    json.writeObjectFieldStart("io");
    json.writeFieldName("stdin");
    if (input.stdin() == null) {
      json.writeNull();
    } else {
      json.writeBinary(input.stdin().toArray());
    }
    json.writeBooleanField("openStdin", streams.openStdin());
    json.writeStringField("stdout", streams.stdout().word());
    json.writeStringField("stderr", streams.stderr().word());
    json.writeStringField("encoding", streams.encoding().word());
    json.writeEndObject();
  }
}
