package dev.escarole.web.app.local;

import dev.escarole.engine.ProgramFacts;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.FreezeCommand;
import dev.escarole.engine.command.FrozenCommand;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.Remedy;
import dev.escarole.engine.command.SlowFunctions;
import dev.escarole.engine.shell.LineResult;
import dev.escarole.engine.shell.ShellError;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.app.command.CalledCommand;
import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.app.command.FreezeRequest;
import dev.escarole.web.app.command.FrozenPicture;
import dev.escarole.web.app.command.FrozenPicture.FrozenDirectory;
import dev.escarole.web.app.command.InterpretedFunctions;
import dev.escarole.web.app.command.ShellReply;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the replies about commands. */
public final class CommandReading {

  private CommandReading() {}

  static CommandPicture picture(Command command) {
    return new CommandPicture(
        command.name(),
        command.origin().name().toLowerCase(Locale.ROOT),
        command.artifact().toString(),
        command.mode(),
        command.lineage() == null ? null : command.lineage().parent().toString(),
        command.origin() == Command.Origin.BUILT_IN
            ? null
            : interpreted(ProgramFacts.slowOnceCompiled(command)),
        null,
        null);
  }

  /** What is interpreted of a program; null if nothing is known of that. */
  public static @Nullable InterpretedFunctions interpreted(Optional<SlowFunctions> slow) {
    return slow.filter(SlowFunctions::any)
        .map(
            each ->
                new InterpretedFunctions(
                    each.count(), each.names(), each.complete(), each.warning()))
        .orElse(null);
  }

  /** The reply to adding a command. */
  static AddedCommand added(Command added, Optional<ProgramFacts> facts) {
    return new AddedCommand(
        added.name(),
        added.artifact().toString(),
        added.mode(),
        facts.map(ProgramFacts::callsCommands).orElse(false),
        interpreted(facts.map(ProgramFacts::slow)));
  }

  /** With its program, and the number of calls if it is known. */
  static CommandPicture picture(
      Command command, Optional<ProgramFacts> facts, @Nullable Long calls) {
    CommandPicture brief = picture(command);
    InterpretedFunctions interpreted = brief.interpreted();
    return new CommandPicture(
        brief.name(),
        brief.origin(),
        brief.artifact(),
        brief.mode(),
        brief.parent(),
        interpreted == null ? interpreted(facts.map(ProgramFacts::slow)) : interpreted,
        new CommandPicture.Program(
            facts.map(ProgramFacts::bytes).orElse(null),
            facts.map(ProgramFacts::callsCommands).orElse(false)),
        calls);
  }

  static FreezeCommand asked(FreezeRequest request) {
    if (request.environment().containsValue(null)) {
      throw new RefusedException(
          RefusalCode.BAD_ARGUMENT,
          "a variable of the environment has no value",
          "Give each one a text.");
    }
    String to = request.to();
    Long seed = request.seed();
    return new FreezeCommand(
        request.name(),
        to == null ? FreezeCommand.usualName(request.name()) : to,
        request.export(),
        request.start(),
        request.arguments(),
        request.environment(),
        Directories.parse(request.directories()),
        seed == null ? 0 : seed);
  }

  static FrozenPicture frozen(FrozenCommand frozen) {
    return new FrozenPicture(
        frozen.command().name(),
        frozen.command().artifact().toString(),
        frozen.command().mode(),
        frozen.lineage().parent().toString(),
        frozen.lineage().initializers(),
        frozen.lineage().directories().stream()
            .map(each -> new FrozenDirectory(each.guest(), each.sha256()))
            .toList(),
        frozen.lineage().seed(),
        frozen.fuelUsed(),
        frozen.memoryBytes(),
        frozen.bytes(),
        frozen.stdout(),
        frozen.stderr());
  }

  /** The reply to a call that has ended. */
  public static CalledCommand called(String command, InvocationResult result) {
    Remedy remedy = Remedy.ofCall(result.outcome().kind());
    String stdout = utf8(result.stdout().bytes());
    String stderr = utf8(result.stderr().bytes());
    return new CalledCommand(
        command,
        result.outcome().word(),
        result.outcome().exitCode(),
        result.outcome().detail(),
        result.outcome().kind().isDenial(),
        remedy == null ? null : remedy.textOfCall(),
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

  /** The reply to a line that has ended. */
  public static ShellReply shell(LineResult result) {
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

  /** The text that the bytes are; null if they are not valid UTF-8. */
  public static @Nullable String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
