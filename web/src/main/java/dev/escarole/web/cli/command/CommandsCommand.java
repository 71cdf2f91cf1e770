package dev.escarole.web.cli.command;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.web.app.command.AddCommandRequest;
import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.app.command.CommandList;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.app.command.FreezeRequest;
import dev.escarole.web.app.command.FrozenPicture;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.DataOption;
import dev.escarole.web.cli.option.DirectoryOption;
import dev.escarole.web.cli.option.JsonOption;
import dev.escarole.web.cli.option.PrincipalOptions;
import dev.escarole.web.cli.option.ProgramFile;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.option.ValuesFile;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists what recipes can run; its subcommands change that. */
@Command(
    name = "commands",
    description = "Lists the commands that recipes can name, or changes what there is.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole commands",
      "  escarole commands --json",
      "  escarole commands add wordfreq ./wordfreq.wasm"
    })
public final class CommandsCommand extends ConsoleCommand {

  private static final int SHORT_HASH = 12;

  @Mixin private DataOption data = new DataOption();
  @Mixin private ServerOption server = new ServerOption();
  private boolean warned;

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public boolean printsJson() {
    return json.isGiven();
  }

  /** The data directory, for commands that work with runs. */
  public DataOption data() {
    return data;
  }

  /** Opens the commands of the data directory; damage is told to people. */
  CommandHost open() {
    return CommandHost.open(data.directory(console), this::warn);
  }

  CommandsPlace open(ServerOption at, PrincipalOptions who) {
    return CommandsPlace.open(
        console,
        at,
        who,
        () -> CommandHost.open(data.directory(console), this::warn, who.policyFile()));
  }

  /** Whether damage was told to people. */
  boolean hasWarned() {
    return warned;
  }

  @Override
  protected void warn(String warning) {
    warned = true;
    super.warn(warning);
  }

  @Override
  public Integer call() {
    CommandList commands = list();
    if (json.print(console, commands)) {
      return 0;
    }
    Columns columns = new Columns("NAME", "ORIGIN", "MODE", "ARTIFACT");
    for (CommandPicture command : commands.commands()) {
      columns.row(
          TextFormat.plain(command.name()),
          TextFormat.plain(command.origin()).replace('_', '-'),
          command.mode().word(),
          TextFormat.fit(TextFormat.plain(command.artifact()), SHORT_HASH, ""));
    }
    columns.print(console);
    AddedLines.SlowPrograms slow = new AddedLines.SlowPrograms();
    commands.commands().forEach(each -> slow.add(each.name(), each.interpreted()));
    slow.note(console);
    return 0;
  }

  private CommandList list() {
    try (CommandsPlace place = open(server, new PrincipalOptions())) {
      return place.list().get();
    }
  }

  /** Makes a name mean a program. */
  @Command(
      name = "add",
      description =
          "Keeps a copy of a program and makes a name mean it, from the next call on."
              + " A name that was added before means the new program; calls under way go on as they began."
              + " Without a file, the program is fetched as the catalogue says ('commands search'),"
              + " and refused unless it has the SHA-256 that is written there.",
      footerHeading = "%nExamples:%n",
      footer = {
        "  escarole commands add wat2wasm",
        "  escarole commands add wordfreq ./wordfreq.wasm",
        "  escarole commands add query ./query.wasm --mode stdin1"
      })
  public final class Add extends ConsoleCommand {

    @Mixin private PrincipalOptions who = new PrincipalOptions();
    @Mixin private ServerOption server = new ServerOption();
    @Mixin private JsonOption json = new JsonOption();

    @Parameters(
        index = "0",
        paramLabel = "NAME",
        description = "Letters, digits, '_', '.' and '-'; not the name of a built-in command.")
    private String name = "";

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "FILE.wasm",
        description =
            "A WebAssembly program for WASI preview 1. Without it, NAME is one of the catalogue.")
    private @Nullable Path file;

    @Option(
        names = "--mirror",
        paramLabel = "DIR",
        description =
            "Takes programs of the catalogue from files SHA256.wasm in a directory, and nothing from"
                + " the network. Default: $ESCAROLE_CATALOG_MIRROR.")
    private @Nullable Path mirror;

    @Option(
        names = "--mode",
        paramLabel = "MODE",
        completionCandidates = Modes.class,
        description =
            "How it takes its arguments: one of ${COMPLETION-CANDIDATES}. Default: argv."
                + " With stdin1 they are the first line of its standard input, joined with blanks.")
    private @Nullable ArgumentMode mode;

    @Override
    public boolean printsJson() {
      return json.isGiven();
    }

    static final class Modes implements Iterable<String> {
      @Override
      public Iterator<String> iterator() {
        return Arrays.stream(ArgumentMode.values()).map(ArgumentMode::word).iterator();
      }
    }

    @Override
    public Integer call() {
      Path program = file;
      if (program == null && isBuiltIn()) {
        return 0;
      }
      try (CommandsPlace place = CommandsCommand.this.open(server, who)) {
        List<AddedCommand> all =
            program == null ? fromCatalog(place) : List.of(fromFile(place, program));
        AddedCommand added =
            all.stream().filter(each -> each.name().equals(name)).findFirst().orElse(all.get(0));
        if (!json.print(console, added.with(all))) {
          AddedLines.say(console, all);
        }
      }
      return 0;
    }

    /** Says that a name needs no program of the catalogue; a row of that name is refused below. */
    private boolean isBuiltIn() {
      try (CommandHost host = CommandsCommand.this.open()) {
        var builtIn = CatalogFetch.builtIn(host, name);
        builtIn.ifPresent(
            each -> {
              AddedCommand there =
                  new AddedCommand(name, each.artifact().sha256(), each.mode(), false, null);
              if (!json.print(console, there)) {
                console.say(TextFormat.plain(name) + " is built in already: nothing was added");
              }
            });
        return builtIn.isPresent();
      }
    }

    private AddedCommand fromFile(CommandsPlace place, Path program) {
      SourceLanguage.refuse(program);
      return place.add().apply(new AddCommandRequest(name, mode, ProgramFile.read(program)));
    }

    private List<AddedCommand> fromCatalog(CommandsPlace place) {
      if (mode != null) {
        throw new UsageException(
            "mode-of-catalogue",
            "--mode is for a program in a file; the catalogue says how its programs take arguments",
            "Leave it out.");
      }
      place.mayChange().run();
      try (CommandHost host = CommandsCommand.this.open()) {
        return new CatalogFetch(console, host)
            .add(name, mirror, place, () -> Reach.toBuild(console, runsPlace(), server, who));
      }
    }

    private RunsPlace runsPlace() {
      return new RunsPlace(data(), null);
    }
  }

  /** Initializes a program once. */
  @Command(
      name = "freeze",
      description =
          "Runs a program's initializer once, in the sandbox, and adds a program that begins where it"
              + " ended. The same program, arguments, environment and directories give the same"
              + " bytes. Refused if a file stays open, or if it needs more than its own memory.",
      footerHeading = "%nExamples:%n",
      footer = {
        "  escarole commands freeze lisp",
        "  escarole commands freeze lisp --to report --export load --dir ./lib::/lib -- report.l",
      })
  public final class Freeze extends ConsoleCommand {

    @Mixin private PrincipalOptions who = new PrincipalOptions();
    @Mixin private ServerOption server = new ServerOption();
    @Mixin private DirectoryOption directories = new DirectoryOption();
    @Mixin private JsonOption json = new JsonOption();

    @Parameters(index = "0", paramLabel = "NAME", description = "The command to freeze.")
    private String name = "";

    @Parameters(
        index = "1..*",
        paramLabel = "ARGS",
        description = "Arguments of the initializer; after --.")
    private List<String> arguments = new ArrayList<>();

    @Option(
        names = "--to",
        paramLabel = "NEW",
        description = "The name of the frozen command. Default: NAME-frozen.")
    private @Nullable String to;

    @Option(
        names = "--export",
        paramLabel = "FUNCTION",
        description =
            "The exported function that initializes the program. Default: the first of"
                + " wizer-initialize, wizer.initialize and escarole.freeze; _initialize always runs.")
    private @Nullable String export;

    @Option(
        names = "--start",
        paramLabel = "FUNCTION",
        description = "The exported function that starts the frozen program. Default: _start.")
    private @Nullable String start;

    @Option(
        names = "--env",
        paramLabel = "NAME=VALUE",
        description = "Sets a variable of the initializer's environment; may be repeated.")
    private List<String> variables = new ArrayList<>();

    @Option(
        names = "--seed",
        paramLabel = "NUMBER",
        description = "Seed of the initializer's random numbers. Default: 0.")
    private @Nullable Long seed;

    @Override
    public boolean printsJson() {
      return json.isGiven();
    }

    @Override
    public Integer call() {
      FreezeRequest request =
          new FreezeRequest(
              name,
              to,
              export,
              start,
              arguments,
              ValuesFile.assigned(
                  "--env",
                  variables,
                  "bad-variable",
                  "Give each variable once, such as --env LANG=C"),
              directories.grants(console).stream().map(DirectoryGrant::text).toList(),
              seed);
      try (CommandsPlace place = CommandsCommand.this.open(server, who)) {
        FrozenPicture frozen = place.freeze().apply(request);
        if (!json.print(console, frozen)) {
          console.say(
              String.format(
                  Locale.ROOT,
                  "froze %s as %s: artifact %s of %s, %s, memory %s, initialized by %s",
                  TextFormat.plain(name),
                  TextFormat.plain(frozen.name()),
                  TextFormat.fit(frozen.artifact(), SHORT_HASH, ""),
                  TextFormat.fit(frozen.parent(), SHORT_HASH, ""),
                  Amounts.text(frozen.bytes()),
                  Amounts.text(frozen.memoryBytes()),
                  TextFormat.plain(String.join(", ", frozen.initializers()))));
        }
      }
      return 0;
    }
  }

  /** Makes a name mean nothing any more. */
  @Command(
      name = "remove",
      description = "Removes a command that was added. Calls under way go on; its artifact stays.",
      footerHeading = "%nExamples:%n",
      footer = "  escarole commands remove wordfreq")
  public final class Remove extends ConsoleCommand {

    @Mixin private PrincipalOptions who = new PrincipalOptions();
    @Mixin private ServerOption server = new ServerOption();
    @Mixin private JsonOption json = new JsonOption();

    @Parameters(index = "0", paramLabel = "NAME", description = "The command's name.")
    private String name = "";

    @Override
    public boolean printsJson() {
      return json.isGiven();
    }

    @Override
    public Integer call() {
      try (CommandsPlace place = CommandsCommand.this.open(server, who)) {
        CommandPicture removed = place.remove().apply(new CommandName(name));
        if (!json.print(console, removed)) {
          console.say("removed " + name);
        }
      }
      return 0;
    }
  }
}
