package dev.escarole.web.cli;

import dev.escarole.web.cli.command.CommandsAddCommand;
import dev.escarole.web.cli.command.CommandsCommand;
import dev.escarole.web.cli.command.CommandsRemoveCommand;
import dev.escarole.web.cli.command.CommandsVerifyCommand;
import dev.escarole.web.cli.command.ExecCommand;
import dev.escarole.web.cli.command.HandleShowCommand;
import dev.escarole.web.cli.command.ShCommand;
import dev.escarole.web.cli.run.PlanCommand;
import dev.escarole.web.cli.run.RunCommand;
import dev.escarole.web.cli.run.ValidateCommand;
import dev.escarole.web.cli.runs.RunsCancelCommand;
import dev.escarole.web.cli.runs.RunsDeleteCommand;
import dev.escarole.web.cli.runs.RunsListCommand;
import dev.escarole.web.cli.runs.RunsOutputCommand;
import dev.escarole.web.cli.runs.RunsPruneCommand;
import dev.escarole.web.cli.runs.RunsRerunCommand;
import dev.escarole.web.cli.runs.RunsResumeCommand;
import dev.escarole.web.cli.runs.RunsShowCommand;
import dev.escarole.web.cli.serve.McpCommand;
import dev.escarole.web.cli.serve.ServeCommand;
import dev.escarole.web.cli.serve.TokenCreateCommand;
import dev.escarole.web.cli.serve.TokenListCommand;
import dev.escarole.web.cli.serve.TokenRevokeCommand;
import dev.escarole.web.cli.system.AuditCommand;
import dev.escarole.web.cli.system.CacheClearCommand;
import dev.escarole.web.cli.system.CacheStatsCommand;
import dev.escarole.web.cli.system.PolicyCheckCommand;
import dev.escarole.web.cli.text.Console;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The command line over one console. */
final class Cli {

  private final Console console;

  Cli(Console console) {
    this.console = console;
  }

  /** Carries out one command and returns the exit code. */
  int run(String... args) {
    ErrorReport errors = new ErrorReport(console, List.of(args));
    return commandLine(args)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .execute(args);
  }

  private CommandLine commandLine(String... args) {
    CommandLine root = new CommandLine(new RootCommand());
    subcommands(args).forEach((name, command) -> root.addSubcommand(name, command.get()));
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
  private Map<String, Supplier<Object>> subcommands(String... args) {
    Map<String, Supplier<Object>> all = subcommands();
    String first = args.length == 0 ? "" : args[0];
    Supplier<Object> named = first.equals("completion") ? null : all.get(first);
    return named == null || first.equals("help") ? all : Map.of(first, named);
  }

  private Map<String, Supplier<Object>> subcommands() {
    Map<String, Supplier<Object>> all = new LinkedHashMap<>();
    all.put("run", () -> new RunCommand(console));
    all.put("plan", () -> new PlanCommand(console));
    all.put("validate", () -> new ValidateCommand(console));
    all.put("handle", this::handle);
    all.put("runs", this::runs);
    all.put("serve", () -> new ServeCommand(console));
    all.put("token", this::token);
    all.put("sh", () -> new ShCommand(console));
    all.put("commands", this::commands);
    all.put("exec", () -> new ExecCommand(console));
    all.put("mcp", () -> new McpCommand(console));
    all.put("policy", this::policy);
    all.put("audit", () -> new AuditCommand(console));
    all.put("cache", this::cache);
    all.put("version", () -> new VersionCommand(console));
    all.put("completion", () -> new CompletionCommand(console));
    all.put("help", CommandLine.HelpCommand::new);
    return all;
  }

  private CommandLine runs() {
    return new CommandLine(new CommandGroup.Runs())
        .addSubcommand(new RunsListCommand(console))
        .addSubcommand(new RunsShowCommand(console))
        .addSubcommand(new RunsOutputCommand(console))
        .addSubcommand(new RunsCancelCommand(console))
        .addSubcommand(new RunsResumeCommand(console))
        .addSubcommand(new RunsRerunCommand(console))
        .addSubcommand(new RunsDeleteCommand(console))
        .addSubcommand(new RunsPruneCommand(console))
        .addSubcommand(new CommandLine.HelpCommand());
  }

  private CommandLine handle() {
    return new CommandLine(new CommandGroup.Handle())
        .addSubcommand(new HandleShowCommand(console))
        .addSubcommand(new CommandLine.HelpCommand());
  }

  private CommandLine token() {
    return new CommandLine(new CommandGroup.Token())
        .addSubcommand(new TokenCreateCommand(console))
        .addSubcommand(new TokenListCommand(console))
        .addSubcommand(new TokenRevokeCommand(console))
        .addSubcommand(new CommandLine.HelpCommand());
  }

  private CommandLine cache() {
    return new CommandLine(new CommandGroup.Cache())
        .addSubcommand(new CacheStatsCommand(console))
        .addSubcommand(new CacheClearCommand(console))
        .addSubcommand(new CommandLine.HelpCommand());
  }

  private CommandLine policy() {
    return new CommandLine(new CommandGroup.Policy())
        .addSubcommand(new PolicyCheckCommand(console))
        .addSubcommand(new CommandLine.HelpCommand());
  }

  private CommandLine commands() {
    CommandsCommand commands = new CommandsCommand(console);
    return new CommandLine(commands)
        .addSubcommand(new CommandsAddCommand(commands, console))
        .addSubcommand(new CommandsRemoveCommand(commands, console))
        .addSubcommand(new CommandsVerifyCommand(commands, console))
        .addSubcommand(new CommandLine.HelpCommand());
  }

  private CommandLine.Help.Ansi ansi() {
    return console.outPaint().on() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF;
  }

  private static void addCommonOptions(CommandLine command) {
    if (!(command.getCommand() instanceof CommandLine.HelpCommand)) {
      command
          .getCommandSpec()
          .addOption(flag("Shows this help.", "-h", "--help").usageHelp(true).build())
          .addOption(flag("Shows stack traces of unexpected errors.", "--debug").build());
    }
    command.getSubcommands().values().forEach(Cli::addCommonOptions);
  }

  private static OptionSpec.Builder flag(String description, String... names) {
    return OptionSpec.builder(names).type(boolean.class).arity("0").description(description);
  }
}
