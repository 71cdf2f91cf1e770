package dev.escarole.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.cache.KeptResults;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says how much is kept to be used again. */
@Command(name = "stats", description = "Says how many results are kept, and their size.")
final class CacheStatsCommand implements Callable<Integer>, CanPrintJson {

  private final Console console;
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();

  @Option(names = "--json", description = "Prints {\"results\": N, \"bytes\": N}.")
  private boolean json;

  CacheStatsCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    KeptResults.Stats stats = stats();
    if (json) {
      console.print("{\"results\":%d,\"bytes\":%d}\n".formatted(stats.results(), stats.bytes()));
    } else {
      String results = Texts.count(stats.results(), "result", "results");
      console.print(results + ", " + Texts.count(stats.bytes(), "byte", "bytes") + "\n");
    }
    return 0;
  }

  private KeptResults.Stats stats() {
    Remote remote = server.remote(console);
    if (remote != null) {
      JsonNode cache = remote.get("/cache");
      return new KeptResults.Stats(cache.path("results").asLong(), cache.path("bytes").asLong());
    }
    try (RunStore store = place.openExisting(console)) {
      return store.results().stats();
    }
  }
}
