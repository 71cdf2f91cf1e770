package dev.escarole.web.cli;

import dev.escarole.web.app.Release;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.JsonOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;

/** Tells the version. */
@Command(
    name = "version",
    description = "Prints the version of Escarole and of the Java that runs it.",
    footerHeading = "%nExample:%n",
    footer = {"  escarole version", "  escarole version --json"})
final class VersionCommand extends ConsoleCommand {

  @Mixin private JsonOption json = new JsonOption();

  /**
   * What runs, as JSON shows it.
   *
   * @param java the version of Java that runs it
   */
  record Picture(String version, String java, String os, String architecture) {}

  @Override
  public boolean printsJson() {
    return json.isGiven();
  }

  @Override
  public Integer call() {
    Picture picture =
        new Picture(
            Release.version(),
            System.getProperty("java.version"),
            System.getProperty("os.name"),
            System.getProperty("os.arch"));
    if (!json.print(console, picture)) {
      console.print(text() + "\n");
    }
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
