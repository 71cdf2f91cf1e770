package dev.escarole.web.cli.system;

import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Forgets what is kept to be used again. */
@Command(
    name = "clear",
    description = "Forgets all kept results, so that every command runs again.")
public final class CacheClearCommand implements Callable<Integer> {

  private final Console console;
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();

  public CacheClearCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    try (Reach reach = Reach.open(console, place, server)) {
      long cleared = reach.escarole().clearCache(NoInput.NONE).results();
      console.say("forgot " + TextFormat.count(cleared, "result", "results"));
    }
    return 0;
  }
}
