package dev.escarole.web.app.local;

import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Remedy;
import dev.escarole.web.app.command.CalledCommand;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.shell.LineResult;
import dev.escarole.engine.shell.ShellError;
import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.app.command.ShellReply;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What commands look like, and what comes of a call. */
final class CommandReading {

  private CommandReading() {}

  static CommandPicture picture(Command command) {
    return new CommandPicture(
        command.name(),
        command.origin().name().toLowerCase(Locale.ROOT),
        command.artifact().toString(),
        command.mode());
  }

  static CalledCommand called(String command, InvocationResult result) {
    Remedy remedy = Remedy.of(result.outcome().kind());
    String stdout = utf8(result.stdout().bytes());
    String stderr = utf8(result.stderr().bytes());
    return new CalledCommand(
        command,
        result.outcome().word(),
        result.outcome().exitCode(),
        result.outcome().detail(),
        remedy == null ? null : remedy.text(),
        stdout,
        stdout == null ? result.stdout().bytes() : null,
        result.stdout().truncated(),
        stderr,
        stderr == null ? result.stderr().bytes() : null,
        result.stderr().truncated(),
        result.wallNanos(),
        result.fuelUsed(),
        result.peakMemoryBytes());
  }

  static ShellReply shell(LineResult result) {
    return new ShellReply(
        result.exitCode(),
        text(result.stdout()),
        text(result.stderr()),
        result.error().map(CommandReading::stop).orElse(null));
  }

  private static String text(Output output) {
    return new String(output.bytes(), StandardCharsets.UTF_8);
  }

  private static ShellReply.Stop stop(ShellError error) {
    if (error instanceof ShellError.Stage stage) {
      Outcome outcome = stage.outcome();
      return new ShellReply.Stop(
          error.word(), error.message(), stage.command(), outcome.word(), outcome.detail());
    }
    return new ShellReply.Stop(error.word(), error.message(), null, null, null);
  }

  private static @Nullable String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
