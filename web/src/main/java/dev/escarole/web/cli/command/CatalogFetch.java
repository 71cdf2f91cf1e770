package dev.escarole.web.cli.command;

import dev.escarole.engine.CatalogCommands;
import dev.escarole.engine.CatalogSeeding;
import dev.escarole.engine.CommandHost;
import dev.escarole.engine.catalog.Catalog;
import dev.escarole.engine.catalog.CatalogException;
import dev.escarole.engine.catalog.CatalogRow;
import dev.escarole.engine.catalog.MachineSettings;
import dev.escarole.engine.catalog.ProgramFetcher;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.web.app.command.AddCommandRequest;
import dev.escarole.web.app.local.HostedCommands;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Programs of the catalogue that this process fetches. */
public final class CatalogFetch {

  private static final String MIRROR = "ESCAROLE_CATALOG_MIRROR";

  private final Console console;
  private final CommandHost host;

  /**
   * @param host of the data directory whose catalogue counts
   */
  CatalogFetch(Console console, CommandHost host) {
    this.console = console;
    this.host = host;
  }

  /** Reads the catalogue, or says what is wrong with the operator's file. */
  static Catalog open(CommandHost host) {
    try {
      return host.catalog().open();
    } catch (CatalogException e) {
      throw mistake(e);
    }
  }

  /**
   * Fetches the programs of a row and verifies them.
   *
   * @param mirror a directory in place of the network; null for the variable's, or the network
   * @return what to add
   */
  List<AddCommandRequest> fetch(String name, @Nullable Path mirror) {
    try (Meter meter = new Meter(console)) {
      CatalogRow row = open(host).find(name);
      ProgramFetcher fetcher =
          new ProgramFetcher(
              new MachineSettings(console.environment(), System.getProperties()),
              host.catalog().directory(),
              mirror(console, mirror));
      return CatalogCommands.fetch(host, row, fetcher, meter::show).stream()
          .map(each -> new AddCommandRequest(each.name(), each.mode(), each.program()))
          .toList();
    } catch (CommandRefusedException e) {
      throw HostedCommands.refusal(e);
    } catch (CatalogException e) {
      throw mistake(e);
    }
  }

  /** Starts adding the rows that {@code seed} of the catalogue names, behind a server. */
  public static CatalogSeeding seed(Console console, Path data) {
    return CatalogSeeding.start(
        data,
        directory ->
            new ProgramFetcher(
                new MachineSettings(console.environment(), System.getProperties()),
                directory,
                mirror(console, null)),
        note -> console.say(TextFormat.plain(note)));
  }

  private static @Nullable Path mirror(Console console, @Nullable Path given) {
    String variable = console.environment().getOrDefault(MIRROR, "");
    if (given == null && variable.isEmpty()) {
      return null;
    }
    return console.locate(given == null ? Path.of(variable) : given);
  }

  /** The same in the words of the command line; nothing has happened. */
  static UsageException mistake(CatalogException e) {
    return new UsageException(
        e.reason().word().replace('_', '-'), TextFormat.plain(e.text()), e.hint());
  }

  /** One line on a terminal that says how far a download is. */
  private static final class Meter implements AutoCloseable {
    private static final double MEBI = 1 << 20;
    private static final long STEP = 1 << 18;
    private final @Nullable PrintStream err;
    private long shown = -STEP;
    private int width;

    Meter(Console console) {
      this.err = console.terminal().stderr() ? console.err() : null;
    }

    void show(String what, long bytes, long of) {
      if (err == null || (bytes < shown + STEP && bytes != of)) {
        return;
      }
      String total = of < 0 ? "" : String.format(Locale.ROOT, " of %.1f", of / MEBI);
      String line =
          String.format(
              Locale.ROOT, "fetching %s: %.1f%s MiB", TextFormat.plain(what), bytes / MEBI, total);
      clear();
      err.print(line);
      err.flush();
      shown = bytes;
      width = line.length();
    }

    private void clear() {
      if (err != null && width > 0) {
        err.print("\r" + " ".repeat(width) + "\r");
      }
    }

    @Override
    public void close() {
      clear();
    }
  }
}
