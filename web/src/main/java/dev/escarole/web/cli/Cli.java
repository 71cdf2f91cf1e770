package dev.escarole.web.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;

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
    return new CommandLine(new RootCommand())
        .addSubcommand(new RunCommand(console))
        .addSubcommand(new PlanCommand(console))
        .addSubcommand(new ValidateCommand(console))
        .addSubcommand(runs)
        .addSubcommand(new CommandsCommand(console))
        .addSubcommand(new VersionCommand(console))
        .addSubcommand(new CompletionCommand(console))
        .addSubcommand(new CommandLine.HelpCommand())
        .setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(
                console.outPaint().on() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
        .setUsageHelpWidth(Math.min(100, Math.max(80, console.terminal().width())))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedSubcommandsAllowed(false);
  }
}
