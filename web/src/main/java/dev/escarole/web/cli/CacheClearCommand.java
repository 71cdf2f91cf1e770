package dev.escarole.web.cli;

import dev.escarole.engine.store.RunStore;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Forgets what is kept to be used again. */
@Command(
    name = "clear",
    description = "Forgets all kept results, so that every command runs again.")
final class CacheClearCommand implements Callable<Integer> {

  private final Console console;
  @Mixin private RunsPlace place = new RunsPlace();

  CacheClearCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    long cleared;
    try (RunStore store = place.openExisting(console)) {
      cleared = store.results().clear();
    }
    console.say("forgot " + Texts.count(cleared, "result", "results"));
    return 0;
  }
}
