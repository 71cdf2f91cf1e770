package dev.escarole.web.cli.option;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.cli.text.JsonOutput;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A command that asks an installation for one thing, and prints the reply: as JSON, or for people.
 *
 * @param <R> the reply, as JSON shows it
 */
public abstract class AskingCommand<R> extends ConsoleCommand {

  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();

  @Option(names = "--json", description = "Prints one JSON object.")
  private boolean json;

  @Override
  public final boolean printsJson() {
    return json;
  }

  @Override
  public final Integer call() {
    check();
    try (Reach reach = open(place, server)) {
      R reply = ask(reach.escarole());
      if (json) {
        JsonOutput.print(console, reply);
      } else {
        show(reply, reach);
      }
    }
    return exitCode();
  }

  /** The exit code once a reply has come. */
  protected int exitCode() {
    return 0;
  }

  /**
   * Looks at the options before anything is opened.
   *
   * @throws dev.escarole.web.cli.text.UsageException if they cannot be meant
   */
  protected void check() {}

  protected Reach open(RunsPlace at, ServerOption asked) {
    return Reach.open(console, at, asked);
  }

  protected abstract R ask(Escarole escarole);

  /**
   * Prints the reply for people.
   *
   * @param reach where it is from
   */
  protected abstract void show(R reply, Reach reach);
}
