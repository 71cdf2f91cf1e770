package dev.escarole.web.cli;

import dev.escarole.recipe.form.ArgumentList.Argument;
import dev.escarole.recipe.handle.HandleCall;
import dev.escarole.recipe.handle.HandleStreams;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a call of a handle asks for, as JSON shows it; every text says who wrote it. */
record HandleCallPicture(
    String handle,
    Text command,
    List<Text> arguments,
    @Nullable Text directory,
    Map<String, Text> environment,
    Streams io) {

  HandleCallPicture {
    arguments = List.copyOf(arguments);
  }

  /** A text and who wrote it. */
  record Text(String text, String provenance) {
    static Text of(Argument argument) {
      return new Text(argument.text(), argument.provenance().word());
    }
  }

  /**
   * What it reads and writes.
   *
   * @param stdin null if it is given no input
   */
  @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
  record Streams(
      byte @Nullable [] stdin, boolean openStdin, String stdout, String stderr, String encoding) {
    static Streams of(HandleCall.Input input) {
      HandleStreams streams = input.streams();
      return new Streams(
          input.stdin() == null ? null : input.stdin().toArray(),
          streams.openStdin(),
          streams.stdout().word(),
          streams.stderr().word(),
          streams.encoding().word());
    }
  }

  static HandleCallPicture of(String handle, HandleCall call) {
    Map<String, Text> environment = new LinkedHashMap<>();
    call.environment().forEach((name, value) -> environment.put(name, Text.of(value)));
    return new HandleCallPicture(
        handle,
        Text.of(call.command()),
        call.arguments().stream().map(Text::of).toList(),
        call.directory() == null ? null : Text.of(call.directory()),
        environment,
        Streams.of(call.input()));
  }
}
