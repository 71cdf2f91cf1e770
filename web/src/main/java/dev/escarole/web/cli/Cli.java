package dev.escarole.web.cli;

import dev.escarole.recipe.RecipeException;
import dev.escarole.web.cli.approval.ApprovalsCommand;
import dev.escarole.web.cli.approval.CallbackCommand;
import dev.escarole.web.cli.approval.DecisionCommand;
import dev.escarole.web.cli.command.CommandBundles;
import dev.escarole.web.cli.command.CommandsCommand;
import dev.escarole.web.cli.command.CommandsSearchCommand;
import dev.escarole.web.cli.command.CommandsVerifyCommand;
import dev.escarole.web.cli.command.ExecCommand;
import dev.escarole.web.cli.command.HandleShowCommand;
import dev.escarole.web.cli.command.ShCommand;
import dev.escarole.web.cli.config.ConfigPlace;
import dev.escarole.web.cli.config.ConfigShowCommand;
import dev.escarole.web.cli.config.Configuration;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.resident.ResidentService.CommandLineCaller;
import dev.escarole.web.cli.run.InitCommand;
import dev.escarole.web.cli.run.InputsCommand;
import dev.escarole.web.cli.run.PlanCommand;
import dev.escarole.web.cli.run.RunCommand;
import dev.escarole.web.cli.run.SchemaCommand;
import dev.escarole.web.cli.run.TestCommand;
import dev.escarole.web.cli.run.ValidateCommand;
import dev.escarole.web.cli.runs.RunsCancelCommand;
import dev.escarole.web.cli.runs.RunsCompareCommand;
import dev.escarole.web.cli.runs.RunsDeleteCommand;
import dev.escarole.web.cli.runs.RunsFamilyCommand;
import dev.escarole.web.cli.runs.RunsFilesCommand;
import dev.escarole.web.cli.runs.RunsListCommand;
import dev.escarole.web.cli.runs.RunsLogsCommand;
import dev.escarole.web.cli.runs.RunsOutputCommand;
import dev.escarole.web.cli.runs.RunsPruneCommand;
import dev.escarole.web.cli.runs.RunsReportCommand;
import dev.escarole.web.cli.runs.RunsRerunCommand;
import dev.escarole.web.cli.runs.RunsResumeCommand;
import dev.escarole.web.cli.runs.RunsShowCommand;
import dev.escarole.web.cli.runs.RunsWorkspaceCommand;
import dev.escarole.web.cli.schedules.ScheduleCommands;
import dev.escarole.web.cli.serve.McpCommand;
import dev.escarole.web.cli.serve.ServeCommand;
import dev.escarole.web.cli.serve.TokenCommands;
import dev.escarole.web.cli.system.AuditCommand;
import dev.escarole.web.cli.system.CacheCommands;
import dev.escarole.web.cli.system.InboxCommands;
import dev.escarole.web.cli.system.NodesCommand;
import dev.escarole.web.cli.system.NotificationCommands;
import dev.escarole.web.cli.system.PolicyCheckCommand;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import dev.escarole.web.cli.toolkit.BuildCommand;
import dev.escarole.web.cli.toolkit.ToolkitCommands;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The command line over one console. */
final class Cli {

  private static final List<String> NAMES =
      List.of(
          "run",
          "plan",
          "validate",
          "test",
          "init",
          "inputs",
          "schema",
          "handle",
          "runs",
          "approvals",
          "approve",
          "reject",
          "callback",
          "serve",
          "token",
          "sh",
          "commands",
          "toolkit",
          "exec",
          "mcp",
          "policy",
          "audit",
          "cache",
          "notifications",
          "inbox",
          "schedules",
          "nodes",
          "warmup",
          "config",
          "version",
          "completion",
          "help");

  /** Does the calls of other processes. */
  private static final CommandLineCaller CALLER =
      new CommandLineCaller() {
        @Override
        public int call(Console caller, String... args) {
          return new Cli(caller).run(args);
        }

        @Override
        public String[] configured(Console caller, String... args) {
          Cli cli = new Cli(caller);
          cli.configuration = ConfigPlace.of(caller.environment(), args);
          return cli.configuration == null ? args : cli.configured(cli.commandLine(args), args);
        }
      };

  private final Console console;
  private @Nullable Path configuration;

  Cli(Console console) {
    this.console = console;
  }

  int run(String... args) {
    ErrorReport errors = new ErrorReport(console, List.of(args));
    CommandLine line;
    String[] words;
    try {
      configuration = ConfigPlace.of(console.environment(), args);
      if (configuration == null) {
        foresee(args);
      }
      line = commandLine(args);
      words = configured(line, args);
      if (configuration != null) {
        foresee(words);
      }
    } catch (UsageException | RecipeException e) {
      return errors.report(e);
    }
    return line.setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .execute(words);
  }

  /** Only in a process of its own: there it is the first to open a database. */
  private void foresee(String... words) {
    if (console.isProcess()) {
      RunsPlace.foresee(console, words);
    }
  }

  /** The arguments with what the configuration file adds; {@code config} itself only shows it. */
  private String[] configured(CommandLine line, String... args) {
    return configuration == null || args.length == 0 || args[0].equals("config")
        ? args
        : configuration(configuration).arguments(line, console.environment(), args);
  }

  private Configuration configuration(Path file) {
    return Configuration.read(file, NAMES, this::commandLine);
  }

  /** Every command. */
  CommandLine tree() {
    return commandLine();
  }

  /** The commands that the arguments need; all of them if there are no arguments. */
  CommandLine commandLine(String... args) {
    CommandLine root = new CommandLine(new CommandGroup.Root());
    for (String name : wanted(args)) {
      root.addSubcommand(name, inWorld(command(name)));
    }
    root.getCommandSpec()
        .addOption(flag("Prints the version.", "-V", "--version").versionHelp(true).build());
    addCommonOptions(root);
    return root.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
        .setColorScheme(CommandLine.Help.defaultColorScheme(ansi()))
        .setUsageHelpWidth(Math.min(100, Math.max(80, console.terminal().width())))
        .setCaseInsensitiveEnumValuesAllowed(true)
        // An argument such as @home is a text, not a file of more arguments.
        .setExpandAtFiles(false);
  }

  /** Looking at all commands takes a fifth of a second; the one that is named is enough. */
  private static List<String> wanted(String... args) {
    String first = args.length == 0 ? "" : args[0];
    boolean one = NAMES.contains(first) && !first.equals("help");
    return one ? List.of(first) : NAMES;
  }

  /** As an object: for any other type Java would load the classes of all commands. */
  private Object command(String name) {
    return switch (name) {
      case "run" -> new RunCommand();
      case "plan" -> new PlanCommand();
      case "validate" -> new ValidateCommand();
      case "test" -> new TestCommand();
      case "init" -> new InitCommand();
      case "inputs" -> new InputsCommand();
      case "schema" -> new SchemaCommand();
      case "handle" -> group(new CommandGroup.Handle(), new HandleShowCommand());
      case "runs" ->
          group(
              new CommandGroup.Runs(),
              new RunsListCommand(),
              new RunsShowCommand(),
              new RunsOutputCommand(),
              new RunsLogsCommand(),
              new RunsFilesCommand(),
              new RunsWorkspaceCommand(),
              new RunsReportCommand(),
              new RunsFamilyCommand(),
              new RunsCompareCommand(),
              new RunsCancelCommand(),
              new RunsResumeCommand(),
              new RunsRerunCommand(),
              new RunsDeleteCommand(),
              new RunsPruneCommand());
      case "approvals" -> new ApprovalsCommand();
      case "approve" -> new DecisionCommand.Approve();
      case "reject" -> new DecisionCommand.Reject();
      case "callback" -> new CallbackCommand();
      case "serve" -> new ServeCommand(CALLER);
      case "token" ->
          group(
              new CommandGroup.Token(),
              new TokenCommands.Create(),
              new TokenCommands.ListAll(),
              new TokenCommands.Revoke());
      case "sh" -> new ShCommand();
      case "commands" -> commands();
      case "toolkit" -> toolkit();
      case "exec" -> new ExecCommand();
      case "mcp" -> new McpCommand(CALLER);
      case "policy" -> group(new CommandGroup.Policy(), new PolicyCheckCommand());
      case "audit" -> new AuditCommand();
      case "cache" ->
          group(new CommandGroup.Cache(), new CacheCommands.Stats(), new CacheCommands.Clear());
      case "notifications" -> notifications();
      case "inbox" ->
          group(new CommandGroup.Inbox(), new InboxCommands.Listing(), new InboxCommands.Retry());
      case "schedules" -> schedules();
      case "nodes" -> new NodesCommand();
      case "warmup" -> new WarmupCommand();
      case "config" -> config();
      case "version" -> new VersionCommand();
      case "completion" -> new CompletionCommand(this::commandLine);
      default -> new CommandLine.HelpCommand();
    };
  }

  private Object config() {
    return group(
        new CommandGroup.Config(),
        new ConfigShowCommand(configuration, this::configuration, this::commandLine));
  }

  private Object toolkit() {
    return group(
        new CommandGroup.Toolkits(),
        new ToolkitCommands.Inline(),
        new ToolkitCommands.Build(),
        new ToolkitCommands.Promote(),
        new ToolkitCommands.Install());
  }

  private Object commands() {
    CommandsCommand commands = new CommandsCommand();
    return group(
        commands,
        commands.new Add(),
        new BuildCommand(commands),
        commands.new Freeze(),
        new CommandsSearchCommand(commands),
        commands.new Remove(),
        new CommandsVerifyCommand(commands),
        new CommandBundles.Export(commands),
        new CommandBundles.Import(commands));
  }

  private Object notifications() {
    return group(
        new CommandGroup.NotificationGroup(),
        new NotificationCommands.Listing(),
        new NotificationCommands.Resend(),
        new NotificationCommands.Test());
  }

  private Object schedules() {
    return group(
        new CommandGroup.Schedules(),
        new ScheduleCommands.ListThem(),
        new ScheduleCommands.Coming(),
        new ScheduleCommands.History(),
        new ScheduleCommands.Pause(),
        new ScheduleCommands.Resume(),
        new ScheduleCommands.RunNow(),
        new ScheduleCommands.Backfill());
  }

  private Object group(Object group, Object... commands) {
    CommandLine line = new CommandLine(inWorld(group));
    for (Object command : commands) {
      line.addSubcommand(inWorld(command));
    }
    return line.addSubcommand(new CommandLine.HelpCommand());
  }

  private Object inWorld(Object command) {
    return command instanceof ConsoleCommand each ? each.on(console) : command;
  }

  private CommandLine.Help.Ansi ansi() {
    return console.outPaint().on() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF;
  }

  private static void addCommonOptions(CommandLine command) {
    if (!(command.getCommand() instanceof CommandLine.HelpCommand)) {
      command
          .getCommandSpec()
          .addOption(flag("Shows this help.", "-h", "--help").usageHelp(true).build())
          .addOption(
              OptionSpec.builder("--config")
                  .paramLabel("FILE")
                  .type(String.class)
                  .description("Configuration file; 'off': none. Default: $ESCAROLE_CONFIG.")
                  .build())
          .addOption(flag("Shows stack traces of unexpected errors.", "--debug").build());
    }
    command.getSubcommands().values().forEach(Cli::addCommonOptions);
  }

  private static OptionSpec.Builder flag(String description, String... names) {
    return OptionSpec.builder(names).type(boolean.class).arity("0").description(description);
  }
}
