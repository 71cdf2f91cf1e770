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
  @Mixin private ServerOption server = new ServerOption();

  CacheClearCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    console.say("forgot " + Texts.count(cleared(), "result", "results"));
    return 0;
  }

  private long cleared() {
    Remote remote = server.remote(console);
    if (remote != null) {
      return remote.delete("/cache").path("results").asLong();
    }
    try (RunStore store = place.openExisting(console)) {
      return store.results().clear();
    }
  }
}
