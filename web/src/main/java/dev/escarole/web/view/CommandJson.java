package dev.escarole.web.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.engine.command.Command;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Writes the commands that recipes can name as JSON. */
public final class CommandJson {

  private final JsonGenerator json;

  public CommandJson(JsonGenerator json) {
    this.json = json;
  }

  /** Writes an object that lists the commands in the given order. */
  public void commands(List<Command> commands) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("commands");
    for (Command command : commands) {
      json.writeStartObject();
      json.writeStringField("name", command.name());
      json.writeStringField("origin", origin(command));
      json.writeStringField("artifact", command.artifact().toString());
      json.writeStringField("mode", command.mode().word());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** The word for where a command comes from: {@code built_in} or {@code registered}. */
  public static String origin(Command command) {
    return command.origin().name().toLowerCase(Locale.ROOT);
  }
}
