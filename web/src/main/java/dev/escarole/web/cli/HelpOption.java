package dev.escarole.web.cli;

import picocli.CommandLine.Option;

/** The options that every command has. */
final class HelpOption {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  private boolean help;

  @Option(names = "--debug", description = "Shows a stack trace when Escarole itself fails.")
  private boolean debug;

  boolean debug() {
    return debug;
  }
}
