package dev.escarole.engine;

import dev.escarole.engine.catalog.Catalog;
import dev.escarole.engine.catalog.CatalogException;
import dev.escarole.engine.catalog.CatalogRow;
import dev.escarole.engine.catalog.FetchProgress;
import dev.escarole.engine.catalog.ProgramFetcher;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Adds the rows that {@code seed} of the operator's catalogue names, behind a server that has
 * started already. Rows whose commands are registered are left alone; what cannot be fetched is
 * tried again at the next start.
 *
 * <p>Thread-safe.
 */
public final class CatalogSeeding implements AutoCloseable {

  private final Thread thread;

  private CatalogSeeding(Thread thread) {
    this.thread = thread;
  }

  /**
   * Starts adding, and returns at once. Nothing is started if nothing is to be added.
   *
   * @param data the data directory
   * @param fetchers makes the fetcher for the directory of the catalogue
   * @param notes receives one sentence for each row that was added or could not be, and for a
   *     catalogue with mistakes; called by another thread
   */
  public static CatalogSeeding start(
      Path data, Function<Path, ProgramFetcher> fetchers, Consumer<String> notes) {
    Thread thread = new Thread(() -> seed(data, fetchers, notes), "escarole-catalogue");
    thread.setDaemon(true);
    thread.start();
    return new CatalogSeeding(thread);
  }

  private static void seed(
      Path data, Function<Path, ProgramFetcher> fetchers, Consumer<String> notes) {
    CatalogCommands commands = new CatalogCommands(data, notes);
    try {
      Catalog catalog = commands.open();
      if (catalog.seed().isEmpty()) {
        return;
      }
      try (CommandHost host = CommandHost.open(data, notes)) {
        ProgramFetcher fetcher = fetchers.apply(commands.directory());
        for (String name : catalog.seed()) {
          if (Thread.currentThread().isInterrupted()) {
            return;
          }
          seed(host, catalog, name, fetcher, notes);
        }
      }
    } catch (CatalogException e) {
      notes.accept(e.text() + ". " + e.hint());
    }
  }

  private static void seed(
      CommandHost host,
      Catalog catalog,
      String name,
      ProgramFetcher fetcher,
      Consumer<String> notes) {
    try {
      CatalogRow row = catalog.find(name);
      if (!isRegistered(host, row)) {
        List<Command> added =
            host.addAll(CatalogCommands.fetch(host, row, fetcher, FetchProgress.NONE));
        notes.accept(
            "added %s of the catalogue: %s"
                .formatted(name, String.join(", ", added.stream().map(Command::name).toList())));
      }
    } catch (CatalogException e) {
      notes.accept("%s of the catalogue was not added: %s".formatted(name, e.text()));
    } catch (CommandRefusedException | UncheckedIOException e) {
      notes.accept("%s of the catalogue was not added: %s".formatted(name, e.getMessage()));
    }
  }

  /** Returns whether every name of a row is registered, with whatever program. */
  private static boolean isRegistered(CommandHost host, CatalogRow row) {
    return !row.commands().isEmpty()
        && row.commands().stream().allMatch(each -> host.registry().find(each).isPresent());
  }

  /** Waits until all rows were tried. */
  void await() throws InterruptedException {
    thread.join();
  }

  /** Stops fetching, without waiting for it. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
