package dev.escarole.web.cli.serve;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Foresight;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.schedule.ScheduleOptions;
import dev.escarole.engine.schedule.Schedules;
import dev.escarole.web.access.TokenFileException;
import dev.escarole.web.agent.command.FolderRecipes;
import dev.escarole.web.agent.mcp.AgentOptions;
import dev.escarole.web.agent.mcp.Agents;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.Release;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.HolderSettings;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.UnknownCommandsOption;
import dev.escarole.web.cli.resident.ResidentService;
import dev.escarole.web.cli.resident.ResidentService.CommandLineCaller;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Interruption;
import dev.escarole.web.cli.text.StorageHint;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import dev.escarole.web.live.LiveOptions;
import dev.escarole.web.server.Entrance;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import dev.escarole.web.share.Holder;
import dev.escarole.web.share.SharedInstallation;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves pages, REST and live events until it is told to stop. */
@Command(
    name = "serve",
    description =
        "Serves the dashboard and the REST interface until it is told to stop."
            + " Runs that are under way then go on when a server is started there again, or at"
            + " once on another node of the same database.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole serve",
      "  escarole serve --recipes ./recipes --port 9000",
      "  escarole serve --recipes ./recipes --inbox ./inbox",
      "  escarole serve --host 0.0.0.0 --token-file tokens.json --allow-host ci.example.org",
      "",
      "It prints a link that signs you in once. Commands with --server sign in by themselves",
      "where the server runs on this machine and with the same data directory.",
      "Exit codes: 0 it was told to stop, 2 it could not start."
    })
public final class ServeCommand extends ConsoleCommand {

  private static final Path USUAL_FOLDER = Path.of("recipes");

  private final CommandLineCaller caller;

  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private UnknownCommandsOption unknownCommands = new UnknownCommandsOption();
  @Mixin private EntranceOption entrance = new EntranceOption();
  @Mixin private KeepOptions keep = new KeepOptions();
  @Mixin private InboxOption inbox = new InboxOption();
  @Mixin private DrainOption drain = new DrainOption();
  @Mixin private NodeOption node = new NodeOption();

  @Option(
      names = "--recipes",
      paramLabel = "DIR",
      description =
          "Watches this folder: recipes that are dropped there can be run by name at once."
              + " Default: the directory 'recipes' where the server is started, if there is one.")
  private @Nullable Path recipes;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "0 for any that is free. Default: ${DEFAULT-VALUE}.")
  private int port = ServerOptions.PORT;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "The address to listen on. Default: ${DEFAULT-VALUE}, this machine alone.")
  private String host = ServerOptions.LOOPBACK;

  @Option(
      names = "--allow-host",
      paramLabel = "NAME",
      description = "Answers under this name, too; may be repeated.")
  private List<String> allowed = new ArrayList<>();

  @Option(
      names = "--base-path",
      paramLabel = "PATH",
      description =
          "Answers under this path, too, such as /ops/escarole: for a proxy that passes it on."
              + " One that removes it sends X-Forwarded-Prefix instead; see --trusted-proxy.")
  private String basePath = "";

  @Option(
      names = "--requests-per-second",
      paramLabel = "N",
      description = "What one caller may send. Default: ${DEFAULT-VALUE}.")
  private long requestsPerSecond = ServerOptions.REQUESTS_PER_SECOND;

  @Option(
      names = "--strict-lines",
      description = "Refuses lines of agents with characters that shells give a meaning to.")
  private boolean strictLines;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = "The policy file. Default: policy.yaml in the data directory, if there is one.")
  private @Nullable Path policy;

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      description = "Keeps a log of requests, actions and runs: text or json.")
  private ServerLog.@Nullable Format logFormat;

  @Option(
      names = "--log-file",
      paramLabel = "FILE",
      description = "Adds the log to this file. Default: standard error, if there is a log.")
  private @Nullable Path logFile;

  /**
   * @param caller does calls of the command line for other processes
   */
  public ServeCommand(CommandLineCaller caller) {
    this.caller = caller;
  }

  @Override
  @SuppressWarnings("try") // The log is only there to be closed.
  public Integer call() throws InterruptedException {
    ServerOptions options = options();
    inbox.check();
    drain.check();
    ServerLog log = log();
    try {
      return serve(options);
    } finally {
      if (log != null) {
        log.close();
      }
    }
  }

  private @Nullable ServerLog log() {
    if (logFormat == null && logFile == null) {
      return null;
    }
    return ServerLog.open(logFormat == null ? ServerLog.Format.TEXT : logFormat, logFile);
  }

  @SuppressWarnings("try") // The service and the drain are only there to be closed.
  private int serve(ServerOptions options) throws InterruptedException {
    EngineOptions engineOptions = engineOptions(options);
    ResidentService resident = new ResidentService(caller, place.directory(console), console);
    try (Interruption stop = interruption(console);
        RecipeFolder folder = folder();
        SharedInstallation shared =
            SharedInstallation.open(
                place
                    .shared(console, () -> engineOptions, true)
                    .withRecipes(folder == null ? null : folder.path()),
                engine -> opened(engine, engineOptions, folder, resident));
        DrainOption.Drain last = drain.of(shared, console);
        // Its clients are let go before the engine is closed, and no file is taken any more.
        ResidentService unused = resident;
        InboxOption alsoUnused = inbox;
        Agents agents = agents(folder, shared)) {
      Foresight.end();
      inbox.checkStarted(console);
      HolderSettings.check(shared, console, engineOptions, Principal.localOperator());
      serve(shared.holder().isPresent() ? options : asGuest(options), shared, folder, agents, stop);
    }
    return 0;
  }

  /** For a command that answers others until the process is told to end. */
  static Interruption interruption(Console console) {
    return Interruption.await(
        console, "Not everything was closed in time; nothing that is stored is lost.", ExitCode.OK);
  }

  /** What agents find: the recipes of the folder, or nothing if there is none. */
  private @Nullable Agents agents(@Nullable RecipeFolder folder, SharedInstallation shared) {
    return folder == null
        ? null
        : new Agents(
            shared,
            new FolderRecipes(folder),
            new AgentOptions(Release.version(), List.of(), strictLines),
            console.clock());
  }

  private EngineOptions engineOptions(ServerOptions options) {
    EngineOptions engineOptions =
        node.applied(
            keep.applied(place.engineOptions(console).withUnknownCommands(unknownCommands.rule())));
    if (policy != null) {
      engineOptions = engineOptions.withPolicyFile(policy);
    }
    Path tokens = options.entrance().tokenFile();
    return tokens == null ? engineOptions : engineOptions.withSecret(tokens);
  }

  /** Runs are carried out in this process from now on. */
  private Installation opened(
      Engine engine,
      EngineOptions engineOptions,
      @Nullable RecipeFolder folder,
      ResidentService resident) {
    Installation installation = new Installation(engine, folder, console.clock());
    // Ends with the engine.
    Subscription unused = installation.logRuns();
    if (folder != null) {
      // They end with the holder of the engine.
      Schedules unusedSchedules =
          Schedules.open(engine, folder, ScheduleOptions.at(console.clock()));
    }
    int resumed = engine.resumed().size();
    if (resumed > 0) {
      console.say(
          resumed + (resumed == 1 ? " interrupted run goes" : " interrupted runs go") + " on");
    }
    if (place.isShared(console)) {
      resident.start(engine, Holder.settings(engineOptions));
    }
    Object elsewhere = engineOptions.storage().database();
    inbox.start(installation, elsewhere == null ? "" : elsewhere.toString(), console);
    Future<?> unusedSeeding = engine.catalog().seed(note -> console.say(TextFormat.plain(note)));
    return installation;
  }

  /**
   * Of a server beside another process that has the data directory open. It shares the file of
   * sessions with all servers of the directory.
   *
   * @throws UsageException if the tokens are where the commands of that process might reach them
   */
  private ServerOptions asGuest(ServerOptions options) {
    console.say(
        "another process has the data directory open; this server asks it until it ends, and then"
            + " opens the directory itself");
    node.warnUnused(console);
    Path tokens = options.entrance().tokenFile();
    Path data = place.directory(console).toAbsolutePath().normalize();
    if (tokens != null && !tokens.toAbsolutePath().normalize().startsWith(data)) {
      throw new UsageException(
          "tokens-elsewhere",
          "another process has the data directory open, whose commands might be granted the"
              + " directory of the token file",
          "Put the file into the data directory, or start this server first.");
    }
    return options;
  }

  private @Nullable RecipeFolder folder() {
    if (recipes == null) {
      return Files.isDirectory(USUAL_FOLDER) ? RecipeFolder.open(USUAL_FOLDER) : null;
    }
    if (!Files.isDirectory(recipes)) {
      throw new UsageException(
          "no-folder",
          recipes + " is not a directory",
          "Create it, or name another one with --recipes DIR.");
    }
    return RecipeFolder.open(recipes);
  }

  @SuppressWarnings("try") // The owner's way in is only there to be closed.
  private void serve(
      ServerOptions options,
      SharedInstallation shared,
      @Nullable RecipeFolder folder,
      @Nullable Agents agents,
      Interruption stop)
      throws InterruptedException {
    entrance.prepare(console, options.entrance());
    try (WebServer server = start(options, shared, agents);
        SignIn owner = announced(server)) {
      if (folder != null) {
        console.say("recipes are taken from " + folder.path());
      }
      if (shared.holder().isPresent()) {
        console.say(StorageHint.atStart(shared.as(Actor.SERVER).system(NoInput.NONE).storage()));
      }
      drain.await(stop);
      console.say("stopping; what is under way goes on at the next start");
    }
  }

  private SignIn announced(WebServer server) {
    return SignIn.to(server, place.directory(console), console);
  }

  private static WebServer start(
      ServerOptions options, SharedInstallation shared, @Nullable Agents agents) {
    tryPort(options);
    try {
      return WebServer.start(options, shared, agents == null ? routes -> {} : agents::install);
    } catch (JavalinBindException e) {
      throw cannotListen(options, e);
    } catch (TokenFileException e) {
      throw new UsageException("bad-tokens", String.valueOf(e.getMessage()), "See --token-file.");
    }
  }

  /** Asked for beforehand, because the server's library would log the answer as an error. */
  private static void tryPort(ServerOptions options) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(options.host(), options.port()));
    } catch (IOException e) {
      throw cannotListen(options, e);
    }
  }

  private static UsageException cannotListen(ServerOptions options, Exception why) {
    return new UsageException(
        "cannot-listen",
        "nothing can listen on %s, port %d: %s"
            .formatted(options.host(), options.port(), why.getMessage()),
        "Choose another one with --port, or --port 0 for any that is free.");
  }

  private ServerOptions options() {
    Entrance who = entrance.entrance(host, place.directory(console));
    try {
      return new ServerOptions(
          host,
          port,
          allowed,
          who,
          requestsPerSecond,
          Release.version(),
          console.clock(),
          LiveOptions.DEFAULTS,
          basePath);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-server-option", String.valueOf(e.getMessage()), "See 'escarole serve --help'.");
    }
  }
}
