package dev.escarole.web.cli;

import dev.escarole.web.cli.text.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Tells the version. */
@Command(
    name = "version",
    description = "Prints the version of Escarole and of the Java that runs it.",
    footerHeading = "%nExample:%n",
    footer = "  escarole version")
final class VersionCommand implements Callable<Integer> {

  private final Console console;

  VersionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    console.print(Version.text() + "\n");
    return 0;
  }
}
