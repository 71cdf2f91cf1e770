package dev.escarole.web.view;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.Remedy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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
      command(command);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Writes one command. */
  public void command(Command command) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", command.name());
    json.writeStringField("origin", origin(command));
    json.writeStringField("artifact", command.artifact().toString());
    json.writeStringField("mode", command.mode().word());
    json.writeEndObject();
  }

  /**
   * Writes a command that was just added.
   *
   * @param callsCommands whether its program runs other commands
   */
  public void added(Command command, boolean callsCommands) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", command.name());
    json.writeStringField("artifact", command.artifact().toString());
    json.writeStringField("mode", command.mode().word());
    json.writeBooleanField("callsCommands", callsCommands);
    json.writeEndObject();
  }

  /**
   * Writes what came of a call. An output that is no UTF-8 is written in Base64, and its text is
   * null.
   */
  public void called(String command, InvocationResult result) throws IOException {
    json.writeStartObject();
    json.writeStringField("command", command);
    json.writeStringField("outcome", result.outcome().word());
    json.writeNumberField("exitCode", result.outcome().exitCode());
    json.writeStringField("detail", result.outcome().detail());
    Remedy remedy = Remedy.of(result.outcome().kind());
    if (remedy != null) {
      json.writeStringField("remedy", remedy.text());
    }
    output("stdout", result.stdout());
    output("stderr", result.stderr());
    json.writeNumberField("wallNanos", result.wallNanos());
    json.writeNumberField("fuelUsed", result.fuelUsed());
    json.writeNumberField("peakMemoryBytes", result.peakMemoryBytes());
    json.writeEndObject();
  }

  private void output(String name, Output output) throws IOException {
    String text = utf8(output.bytes());
    json.writeStringField(name, text);
    if (text == null) {
      json.writeBinaryField(name + "Base64", output.bytes());
    } else {
      json.writeNullField(name + "Base64");
    }
    json.writeBooleanField(name + "Truncated", output.truncated());
  }

  private static @Nullable String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** The word for where a command comes from: {@code built_in} or {@code registered}. */
  public static String origin(Command command) {
    return command.origin().name().toLowerCase(Locale.ROOT);
  }
}
