package dev.escarole.web.cli.serve;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.web.agent.command.FolderRecipes;
import dev.escarole.web.agent.mcp.AgentOptions;
import dev.escarole.web.agent.mcp.Agents;
import dev.escarole.web.app.Release;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.DirectoryOption;
import dev.escarole.web.cli.option.HolderSettings;
import dev.escarole.web.cli.option.PrincipalOptions;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.UnknownCommandsOption;
import dev.escarole.web.cli.resident.ResidentService;
import dev.escarole.web.cli.resident.ResidentService.CommandLineCaller;
import dev.escarole.web.cli.text.Interruption;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import dev.escarole.web.share.Holder;
import dev.escarole.web.share.SharedInstallation;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves one AI agent at standard input and output. */
@Command(
    name = "mcp",
    description = {
      "Serves one AI agent by the Model Context Protocol at standard input and output, with one",
      "tool, 'cli'. Ends when the agent closes its end; runs that are under way then go on when",
      "the command is started there again."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole mcp --recipes ./recipes",
      "  escarole mcp --recipes ./recipes --as robot --policy policy.yaml"
    })
public final class McpCommand extends ConsoleCommand {

  private final CommandLineCaller caller;

  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private UnknownCommandsOption unknownCommands = new UnknownCommandsOption();
  @Mixin private PrincipalOptions principal = new PrincipalOptions();
  @Mixin private DirectoryOption directories = new DirectoryOption();

  @Option(
      names = "--recipes",
      paramLabel = "DIR",
      description = "The folder whose recipes agents can run. Default: ${DEFAULT-VALUE}.")
  private Path recipes = Path.of("recipes");

  @Option(
      names = "--strict-lines",
      description =
          "Refuses lines with characters that shells give a meaning to, such as ; and $. They mean"
              + " nothing here, and jq programs and regular expressions need them.")
  private boolean strict;

  /**
   * @param caller does calls of the command line for other processes
   */
  public McpCommand(CommandLineCaller caller) {
    this.caller = caller;
  }

  @Override
  public Integer call() {
    if (!Files.isDirectory(recipes)) {
      throw new UsageException(
          "no-recipes",
          "there is no folder " + recipes,
          "Name the folder of your recipes with --recipes DIR.");
    }
    AgentOptions options =
        new AgentOptions(Release.version(), directories.grantsBesideWorkspace(console), strict);
    // Standard output is the protocol's alone: whatever else is printed goes where people look.
    PrintStream before = System.out;
    System.setOut(System.err);
    try (Interruption stop = ServeCommand.interruption(console)) {
      serve(options, stop);
    } finally {
      System.setOut(before);
    }
    return 0;
  }

  @SuppressWarnings("try") // The service is only there to be closed.
  private void serve(AgentOptions options, Interruption stop) {
    Path policy = principal.policyFile();
    EngineOptions usual = place.engineOptions(console).withUnknownCommands(unknownCommands.rule());
    EngineOptions engineOptions = policy == null ? usual : usual.withPolicyFile(policy);
    stop.concerns(Thread.currentThread()::interrupt);
    ResidentService resident = new ResidentService(caller, place.directory(console), console);
    try (SharedInstallation shared =
            SharedInstallation.open(
                place.shared(console, () -> engineOptions, true),
                engine -> opened(engine, engineOptions, resident));
        // Its clients are let go before the engine is closed.
        ResidentService unused = resident) {
      checkDirectories(engineOptions, options);
      HolderSettings.check(shared, console, engineOptions, principal.principal());
      serve(shared, options);
      shared.handOver();
    } catch (InterruptedException e) {
      console.say("stopping; what is under way goes on at the next start");
    } finally {
      stop.concerns(() -> {});
    }
  }

  private Installation opened(
      Engine engine, EngineOptions engineOptions, ResidentService resident) {
    if (place.isShared(console)) {
      resident.start(engine, Holder.settings(engineOptions));
    }
    return new Installation(engine, console.clock());
  }

  /** Needs no database, so it is the same whoever has it open. */
  private void checkDirectories(EngineOptions engineOptions, AgentOptions options) {
    if (!options.directories().isEmpty()) {
      try (CommandHost host =
          CommandHost.open(
              place.directory(console),
              warning -> console.say(TextFormat.plain(warning)),
              engineOptions.policyFile())) {
        host.checkDirectories(principal.principal(), options.directories());
      }
    }
  }

  private void serve(SharedInstallation shared, AgentOptions options) throws InterruptedException {
    try (RecipeFolder folder = RecipeFolder.open(recipes);
        Agents agents = new Agents(shared, new FolderRecipes(folder), options, console.clock())) {
      agents.serve(console.in(), console.out(), principal.principal());
    }
  }
}
