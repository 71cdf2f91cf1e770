package dev.escarole.web.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
    return commandLine()
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .execute(args);
  }

  private CommandLine commandLine() {
    CommandLine runs =
        new CommandLine(new RunsCommand())
            .addSubcommand(new RunsListCommand(console))
            .addSubcommand(new RunsShowCommand(console))
            .addSubcommand(new RunsOutputCommand(console))
            .addSubcommand(new CommandLine.HelpCommand());
    CommandLine root =
        new CommandLine(new RootCommand())
            .addSubcommand(new RunCommand(console))
            .addSubcommand(new PlanCommand(console))
            .addSubcommand(new ValidateCommand(console))
            .addSubcommand(runs)
            .addSubcommand(new CommandsCommand(console))
            .addSubcommand(new VersionCommand(console))
            .addSubcommand(new CompletionCommand(console))
            .addSubcommand(new CommandLine.HelpCommand());
    root.getCommandSpec()
        .addOption(flag("Prints the version.", "-V", "--version").versionHelp(true).build());
    addCommonOptions(root);
    return root.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
        .setColorScheme(CommandLine.Help.defaultColorScheme(ansi()))
        .setUsageHelpWidth(Math.min(100, Math.max(80, console.terminal().width())))
        .setCaseInsensitiveEnumValuesAllowed(true);
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
