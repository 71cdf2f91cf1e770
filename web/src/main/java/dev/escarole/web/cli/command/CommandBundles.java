package dev.escarole.web.cli.command;

import dev.escarole.engine.CatalogCommands;
import dev.escarole.engine.CommandHost;
import dev.escarole.engine.catalog.CatalogException;
import dev.escarole.engine.catalog.CommandBundle;
import dev.escarole.engine.command.OwnCommands.Addition;
import dev.escarole.web.app.Documented;
import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.app.local.HostedCommands;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.JsonOption;
import dev.escarole.web.cli.option.PrincipalOptions;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands in one file, to carry them to another machine. */
public final class CommandBundles {

  private CommandBundles() {}

  /** Writes a bundle. */
  @Command(
      name = "export",
      description =
          "Writes commands that were added into one file, with the SHA-256 of each program and of"
              + " the whole.",
      footerHeading = "%nExamples:%n",
      footer = "  escarole commands export wat2wasm wordfreq -o tools.bundle")
  public static final class Export extends ConsoleCommand {

    private final CommandsCommand commands;

    @Mixin private JsonOption json = new JsonOption();

    @Parameters(
        index = "0..*",
        arity = "1..*",
        paramLabel = "NAME",
        description = "Names of commands that were added.")
    private List<String> names = new ArrayList<>();

    @Option(
        names = {"-o", "--output"},
        required = true,
        paramLabel = "FILE",
        description = "The file to write; one that exists is replaced.")
    private Path file = Path.of("");

    /**
     * @param commands has the data directory
     */
    public Export(CommandsCommand commands) {
      this.commands = commands;
    }

    @Override
    public boolean printsJson() {
      return json.isGiven();
    }

    @Override
    public Integer call() {
      List<dev.escarole.engine.command.Command> chosen = new ArrayList<>();
      try (CommandHost host = commands.open()) {
        for (String name : names.stream().distinct().toList()) {
          chosen.add(registered(host, name));
        }
        String hash = CatalogCommands.export(host, chosen, console.locate(file));
        ExportedBundle exported =
            new ExportedBundle(
                file.toString(),
                hash,
                chosen.stream().map(dev.escarole.engine.command.Command::name).toList());
        if (!json.print(console, exported)) {
          console.say(
              "wrote %s to %s: sha256 %s"
                  .formatted(
                      TextFormat.count(chosen.size(), "command", "commands"),
                      TextFormat.plain(file.toString()),
                      hash));
        }
      } catch (IOException e) {
        throw new UsageException(
            "cannot-export",
            TextFormat.plain(file + " cannot be written: " + e.getMessage()),
            "Name another file, or repair the programs that 'commands verify' names.");
      }
      return 0;
    }

    private static dev.escarole.engine.command.Command registered(CommandHost host, String name) {
      dev.escarole.engine.command.Command command = HostedCommands.find(host.registry(), name);
      if (command.origin() == dev.escarole.engine.command.Command.Origin.BUILT_IN) {
        throw new UsageException(
            "reserved-name",
            "'" + name + "' is a built-in command, which every installation has",
            "Leave it out.");
      }
      return command;
    }
  }

  /** Reads a bundle. */
  @Command(
      name = "import",
      description =
          "Adds the commands of a file that 'commands export' wrote, or none if one byte differs. If a"
              + " name is reserved, a data directory adds none, and a server those before it. A"
              + " command may do no more than the policy lets its callers do.",
      footerHeading = "%nExamples:%n",
      footer = "  escarole commands import tools.bundle")
  public static final class Import extends ConsoleCommand {

    private final CommandsCommand commands;

    @Mixin private PrincipalOptions who = new PrincipalOptions();
    @Mixin private ServerOption server = new ServerOption();
    @Mixin private JsonOption json = new JsonOption();

    @Parameters(index = "0", paramLabel = "FILE", description = "The bundle.")
    private Path file = Path.of("");

    @Option(
        names = "--sha256",
        paramLabel = "HEX",
        description = "Refuses the file unless 'commands export' printed this hash for it.")
    private @Nullable String pin;

    /**
     * @param commands has the data directory
     */
    public Import(CommandsCommand commands) {
      this.commands = commands;
    }

    @Override
    public boolean printsJson() {
      return json.isGiven();
    }

    @Override
    public Integer call() {
      List<Addition> additions;
      try {
        additions = CommandBundle.read(console.locate(file), pin);
      } catch (CatalogException e) {
        throw CatalogFetch.mistake(e);
      }
      try (CommandsPlace place = commands.open(server, who)) {
        List<AddedCommand> added = place.addAll().apply(additions);
        if (!json.print(console, new ImportedBundle(added))) {
          AddedLines.say(console, added);
        }
      }
      return 0;
    }
  }

  /** A bundle that was written, as JSON shows it. */
  record ExportedBundle(
      String file,
      @Documented("Of everything after the first line, which holds it.") String sha256,
      List<String> commands) {
    ExportedBundle {
      commands = List.copyOf(commands);
    }
  }

  /** Commands of a bundle that were added, as JSON shows them. */
  record ImportedBundle(List<AddedCommand> commands) {
    ImportedBundle {
      commands = List.copyOf(commands);
    }
  }
}
