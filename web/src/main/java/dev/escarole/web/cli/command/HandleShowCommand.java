package dev.escarole.web.cli.command;

import dev.escarole.recipe.form.ArgumentList.Argument;
import dev.escarole.recipe.handle.CapturedBytes;
import dev.escarole.recipe.handle.CommandHandle;
import dev.escarole.recipe.handle.HandleCall;
import dev.escarole.recipe.handle.HandleReader;
import dev.escarole.recipe.handle.HandleStreams;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.ProblemText;
import dev.escarole.web.cli.text.TextFormat;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what one call of a handle would run. */
@Command(
    name = "show",
    description =
        "Shows the command, arguments, directory, environment and streams that a call of a handle asks"
            + " for, and who wrote each: the handle (literal), the caller (dynamic, number), or both (mixed)."
            + " Nothing runs.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole handle show commit.handle.yaml --arg message='Fix it' --arg files='[\"a.txt\"]'",
      "  escarole handle show commit.handle.yaml --args call.json --json"
    })
public final class HandleShowCommand extends ConsoleCommand {

  @Mixin private HandleArguments arguments = new HandleArguments();

  @Parameters(paramLabel = "HANDLE", description = "Handle, JSON or YAML.")
  private Path file = Path.of("");

  @Option(names = "--json", description = "Prints one JSON object.")
  private boolean json;

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    CommandHandle handle = new HandleReader().read(file);
    ProblemText.print(console, handle.warnings());
    HandleCall call = handle.call(arguments.of(handle));
    if (json) {
      JsonOutput.print(console, HandleCallPicture.of(handle.name(), call));
    } else {
      print(call);
    }
    return 0;
  }

  private void print(HandleCall call) {
    Columns columns = new Columns("PART", "WRITTEN BY", "VALUE");
    row(columns, "command", "", call.command());
    call.arguments().forEach(argument -> row(columns, "argument", "", argument));
    if (call.directory() != null) {
      row(columns, "directory", "", call.directory());
    }
    call.environment().forEach((name, value) -> row(columns, "variable", name + "=", value));
    CapturedBytes stdin = call.input().stdin();
    HandleStreams streams = call.input().streams();
    columns.row("stdin", "", stdin == null ? without(streams) : stdin.toString());
    columns.row("stdout", "", streams.stdout().word() + ", " + streams.encoding().word());
    columns.row("stderr", "", streams.stderr().word() + ", " + streams.encoding().word());
    columns.print(console);
  }

  private static String without(HandleStreams streams) {
    return streams.openStdin() ? "open" : "closed";
  }

  private static void row(Columns columns, String part, String before, Argument value) {
    columns.row(part, value.provenance().word(), TextFormat.plain(before + value.text()));
  }

  /** What a call of a handle asks for, as JSON shows it; every text says who wrote it. */
  private record HandleCallPicture(
      String handle,
      Text command,
      List<Text> arguments,
      @Nullable Text directory,
      Map<String, Text> environment,
      Streams io) {

    HandleCallPicture {
      arguments = List.copyOf(arguments);
    }

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
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
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
}
