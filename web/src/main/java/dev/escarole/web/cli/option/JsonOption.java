package dev.escarole.web.cli.option;

import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.JsonOutput;
import picocli.CommandLine.Option;

/** Whether a command prints its facts for programs. */
public final class JsonOption {

  @Option(names = "--json", description = "Prints one JSON object instead of text.")
  private boolean json;

  public boolean isGiven() {
    return json;
  }

  /**
   * Prints the reply as JSON if that was asked for.
   *
   * @return whether it was
   */
  public boolean print(Console console, Object reply) {
    if (json) {
      JsonOutput.print(console, reply);
    }
    return json;
  }
}
