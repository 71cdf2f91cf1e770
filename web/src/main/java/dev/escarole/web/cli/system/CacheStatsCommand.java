package dev.escarole.web.cli.system;

import dev.escarole.web.app.system.CacheStats;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.CanPrintJson;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.TextFormat;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says how much is kept to be used again. */
@Command(name = "stats", description = "Says how many results are kept, and their size.")
public final class CacheStatsCommand implements Callable<Integer>, CanPrintJson {

  private final Console console;
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();

  @Option(names = "--json", description = "Prints {\"results\": N, \"bytes\": N}.")
  private boolean json;

  public CacheStatsCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    try (Reach reach = Reach.open(console, place, server)) {
      CacheStats stats = reach.escarole().cache(NoInput.NONE);
      if (json) {
        JsonOutput.print(console, stats);
      } else {
        String results = TextFormat.count(stats.results(), "result", "results");
        console.print(results + ", " + TextFormat.count(stats.bytes(), "byte", "bytes") + "\n");
      }
    }
    return 0;
  }
}
