package dev.escarole.web.cli.serve;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Foresight;
import dev.escarole.engine.folder.RecipeFolder;
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
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves one AI agent at standard input and output. */
@Command(
    name = "mcp",
    description =
        "Serves one AI agent by the Model Context Protocol at standard input and output, with one"
            + " tool, 'cli'. Ends when the agent closes its end; runs that are under way then go on when"
            + " the command is started there again.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole mcp --recipes ./recipes",
      "  escarole mcp --recipes ./recipes --as robot --policy policy.yaml"
    })
public final class McpCommand extends ConsoleCommand {

  private final CommandLineCaller caller;

  @Spec private CommandSpec spec = CommandSpec.create();

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
      return serve(options, stop);
    } finally {
      System.setOut(before);
    }
  }

  /** Greets the agent at once, and opens meanwhile what it will ask. */
  @SuppressWarnings("try") // The service is only there to be closed.
  private int serve(AgentOptions options, Interruption stop) {
    Path policy = principal.policyFile();
    EngineOptions usual = place.engineOptions(console).withUnknownCommands(unknownCommands.rule());
    EngineOptions engineOptions = policy == null ? usual : usual.withPolicyFile(policy);
    stop.concerns(Thread.currentThread()::interrupt);
    AtomicInteger exitCode = new AtomicInteger();
    ResidentService resident = new ResidentService(caller, place.directory(console), console);
    try (AgentOpening opening =
            AgentOpening.start(
                () -> open(engineOptions, options, resident), e -> exitCode.set(told(e)));
        // Its clients are let go before the engine is closed.
        ResidentService unused = resident;
        Agents agents = new Agents(opening, options, console.clock())) {
      agents.serve(console.in(), console.out(), principal.principal());
      AgentOpening.Opened opened = opening.opened();
      if (opened != null) {
        opened.shared().handOver();
      }
    } catch (InterruptedException e) {
      console.say("stopping; what is under way goes on at the next start");
    } finally {
      stop.concerns(() -> {});
    }
    return exitCode.get();
  }

  /** Reports a failure as if it had ended the command, which goes on to tell it the agent. */
  private int told(Exception failure) {
    CommandLine command = spec.commandLine();
    try {
      return command
          .getExecutionExceptionHandler()
          .handleExecutionException(failure, command, command.getParseResult());
    } catch (Exception e) {
      throw new IllegalStateException("BUG: a failure cannot be reported", e);
    }
  }

  private AgentOpening.Opened open(
      EngineOptions engineOptions, AgentOptions options, ResidentService resident) {
    RecipeFolder folder = RecipeFolder.open(recipes);
    try {
      return new AgentOpening.Opened(open(engineOptions, options, resident, folder), folder);
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  private SharedInstallation open(
      EngineOptions engineOptions,
      AgentOptions options,
      ResidentService resident,
      RecipeFolder folder) {
    SharedInstallation shared;
    try {
      shared =
          SharedInstallation.open(
              place.shared(console, () -> engineOptions, true),
              engine -> opened(engine, engineOptions, resident, folder));
    } finally {
      // The agent may stay for long also after a failure.
      Foresight.end();
    }
    try {
      checkDirectories(engineOptions, options);
      HolderSettings.check(shared, console, engineOptions, principal.principal());
      return shared;
    } catch (RuntimeException e) {
      shared.close();
      throw e;
    }
  }

  private Installation opened(
      Engine engine, EngineOptions engineOptions, ResidentService resident, RecipeFolder folder) {
    if (place.isShared(console)) {
      resident.start(engine, Holder.settings(engineOptions));
    }
    return new Installation(engine, folder, console.clock());
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
}
