package dev.escarole.web.cli;

import dev.escarole.web.app.Release;
import dev.escarole.web.cli.option.ConsoleCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** Tells the version. */
@Command(
    name = "version",
    description = "Prints the version of Escarole and of the Java that runs it.",
    footerHeading = "%nExample:%n",
    footer = "  escarole version")
final class VersionCommand extends ConsoleCommand {

  @Override
  public Integer call() {
    console.print(text() + "\n");
    return 0;
  }

  static final class Provider implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {text()};
    }
  }

  /** One line: the version, and the Java and the system that run it. */
  static String text() {
    return "escarole %s (Java %s, %s %s)"
        .formatted(
            Release.version(),
            System.getProperty("java.version"),
            System.getProperty("os.name"),
            System.getProperty("os.arch"));
  }
}
