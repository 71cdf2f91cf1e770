package dev.escarole.web.cli.option;

import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import java.util.concurrent.Callable;

/** A command of the command line. */
public abstract class ConsoleCommand implements Callable<Integer> {

  /** The outside world. */
  @SuppressWarnings("NullAway.Init") // Set before anything is asked of the command.
  protected Console console;

  /** The same command in that world. */
  public final ConsoleCommand on(Console world) {
    console = world;
    return this;
  }

  /** Whether it was asked to speak JSON to programs; its errors then are JSON, too. */
  public boolean printsJson() {
    return false;
  }

  /** Tells people what may need their care. */
  protected void warn(String warning) {
    console.say("warning: " + TextFormat.plain(warning));
  }
}
