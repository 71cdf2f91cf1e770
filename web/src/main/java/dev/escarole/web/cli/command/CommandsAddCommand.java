package dev.escarole.web.cli.command;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.web.app.command.AddCommandRequest;
import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.cli.option.PrincipalOptions;
import dev.escarole.web.cli.option.ProgramFile;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a name mean a program. */
@Command(
    name = "add",
    description = {
      "Keeps a copy of a program and makes a name mean it, from the next call on.",
      "A name that was added before means the new program; calls under way go on as they began."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole commands add wordfreq ./wordfreq.wasm",
      "  escarole commands add query ./query.wasm --mode stdin1"
    })
public final class CommandsAddCommand implements Callable<Integer> {

  private final CommandsCommand commands;
  private final Console console;
  @Mixin private PrincipalOptions who = new PrincipalOptions();
  @Mixin private ServerOption server = new ServerOption();

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "Letters, digits, '_', '.' and '-'; not the name of a built-in command.")
  private String name = "";

  @Parameters(
      index = "1",
      paramLabel = "FILE.wasm",
      description = "A WebAssembly program for WASI preview 1.")
  private Path file = Path.of("");

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      completionCandidates = Modes.class,
      description = {
        "How it takes its arguments: one of ${COMPLETION-CANDIDATES}. Default: argv.",
        "With stdin1 they are the first line of its standard input, joined with blanks."
      })
  private ArgumentMode mode = ArgumentMode.ARGV;

  /** The words for the modes, as users write them. */
  static final class Modes implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(ArgumentMode.values()).map(ArgumentMode::word).iterator();
    }
  }

  public CommandsAddCommand(CommandsCommand commands, Console console) {
    this.commands = commands;
    this.console = console;
  }

  @Override
  public Integer call() {
    try (CommandsPlace place = commands.open(server, who)) {
      AddedCommand added = place.add(new AddCommandRequest(name, mode, ProgramFile.read(file)));
      console.say(
          String.format(
              Locale.ROOT,
              "added %s: artifact %s, mode %s",
              TextFormat.plain(added.name()),
              TextFormat.plain(added.artifact()),
              added.mode().word()));
      if (added.callsCommands()) {
        console.say(
            "note: it runs other commands (env.host_exec), so only principals with the capability"
                + " exec can use it; others get the outcome denied");
      }
    }
    return 0;
  }
}
