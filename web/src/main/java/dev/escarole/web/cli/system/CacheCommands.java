package dev.escarole.web.cli.system;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.system.CacheStats;
import dev.escarole.web.app.system.ClearedCache;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.cli.option.AskingCommand;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.TextFormat;
import picocli.CommandLine.Command;

/** Shows or forgets the results that are kept to be used again. */
public final class CacheCommands {

  private CacheCommands() {}

  /** Says how much is kept to be used again. */
  @Command(name = "stats", description = "Says how many results are kept, and their size.")
  public static final class Stats extends AskingCommand<CacheStats> {

    @Override
    protected CacheStats ask(Escarole escarole) {
      return escarole.cache(NoInput.NONE);
    }

    @Override
    protected void show(CacheStats stats, Reach reach) {
      String results = TextFormat.count(stats.results(), "result", "results");
      console.print(results + ", " + Amounts.text(stats.bytes()) + "\n");
    }
  }

  /** Forgets what is kept to be used again. */
  @Command(
      name = "clear",
      description =
          "Forgets all kept results, so that every command runs again, and all kept HTTP"
              + " responses.")
  public static final class Clear extends AskingCommand<ClearedCache> {

    @Override
    protected ClearedCache ask(Escarole escarole) {
      return escarole.clearCache(NoInput.NONE);
    }

    @Override
    protected void show(ClearedCache cleared, Reach reach) {
      String results = TextFormat.count(cleared.results(), "cached result", "cached results");
      String responses =
          TextFormat.count(cleared.responses(), "kept HTTP response", "kept HTTP responses");
      console.say("removed " + results + " and " + responses);
    }
  }
}
