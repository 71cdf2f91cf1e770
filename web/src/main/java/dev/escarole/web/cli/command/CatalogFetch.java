package dev.escarole.web.cli.command;

import dev.escarole.engine.CatalogCommands;
import dev.escarole.engine.CatalogSeeding;
import dev.escarole.engine.CommandHost;
import dev.escarole.engine.catalog.Catalog;
import dev.escarole.engine.catalog.CatalogException;
import dev.escarole.engine.catalog.CatalogRow;
import dev.escarole.engine.catalog.CatalogRow.Program;
import dev.escarole.engine.catalog.MachineSettings;
import dev.escarole.engine.catalog.ProgramFetcher;
import dev.escarole.engine.catalog.SourceBuild;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.command.AddCommandRequest;
import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.app.command.BuildRequest;
import dev.escarole.web.app.command.BuiltPicture;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.app.local.HostedCommands;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
      return CatalogCommands.fetch(host, row, fetcher(mirror), meter::show).stream()
          .map(each -> new AddCommandRequest(each.name(), each.mode(), each.program()))
          .toList();
    } catch (CommandRefusedException e) {
      throw HostedCommands.refusal(e);
    } catch (CatalogException e) {
      throw mistake(e);
    }
  }

  /**
   * Adds a row: fetches its programs, or builds them.
   *
   * @param mirror as in {@link #fetch}
   * @param runs opens where runs of builds are kept
   */
  List<AddedCommand> add(
      String name, @Nullable Path mirror, CommandsPlace place, Supplier<Reach> runs) {
    Optional<SourceRow> sources = sources(name, mirror);
    if (sources.isEmpty()) {
      return place.addAll().apply(fetch(name, mirror));
    }
    try (Reach reach = runs.get()) {
      return sources.get().build(reach.escarole(), line -> console.say(TextFormat.plain(line)));
    }
  }

  /**
   * Fetches the sources of a program that is built here.
   *
   * @return requests to build it under each of its names, and what they must make; empty if its row
   *     is one of programs, or there is a mirror, which has the program itself
   */
  private Optional<SourceRow> sources(String name, @Nullable Path mirror) {
    try (Meter meter = new Meter(console)) {
      CatalogRow row = open(host).find(name);
      Program program = row.programs().isEmpty() ? null : row.programs().get(0);
      SourceBuild build = program == null ? null : program.build();
      if (program == null || build == null || mirror(console, mirror) != null) {
        return Optional.empty();
      }
      for (String each : program.names()) {
        host.registry().mustBeFree(each);
      }
      Map<String, @Nullable Object> files = new LinkedHashMap<>();
      fetcher(null)
          .sources(program, meter::show)
          .forEach(
              (path, bytes) ->
                  files.put(path, Map.of("base64", Base64.getEncoder().encodeToString(bytes))));
      List<BuildRequest> requests =
          program.names().stream()
              .map(each -> new BuildRequest(each, row.kind().word(), files, build.allOptions()))
              .toList();
      return Optional.of(new SourceRow(requests, program.artifact().sha256()));
    } catch (CommandRefusedException e) {
      throw HostedCommands.refusal(e);
    } catch (CatalogException e) {
      throw mistake(e);
    }
  }

  /**
   * A program that is built here.
   *
   * @param requests one for each of its names
   * @param pin SHA-256 of the program that they make
   */
  private record SourceRow(List<BuildRequest> requests, String pin) {

    /** Builds the program; a command that differs from the pin is removed again. */
    List<AddedCommand> build(Escarole escarole, Consumer<String> progress) {
      return requests.stream().map(each -> build(escarole, each, progress)).toList();
    }

    private AddedCommand build(Escarole escarole, BuildRequest request, Consumer<String> progress) {
      BuiltPicture built = escarole.buildCommand(request, progress);
      if (!built.artifact().equals(pin)) {
        CommandPicture unused = escarole.removeCommand(new CommandName(built.name()));
        throw new UsageException(
            CatalogException.Reason.WRONG_HASH.word().replace('_', '-'),
            "the program '%s' that was built has SHA-256 %s, and its row pins %s; it was removed"
                .formatted(built.name(), built.artifact(), pin),
            "Add the compiler of the catalogue again: escarole commands add llvm. If it is the same,"
                + " the row is wrong.");
      }
      return new AddedCommand(
          built.name(),
          built.artifact(),
          built.mode(),
          built.callsCommands(),
          built.interpreted());
    }
  }

  private ProgramFetcher fetcher(@Nullable Path mirror) {
    return new ProgramFetcher(
        new MachineSettings(console.environment(), System.getProperties()),
        host.catalog().directory(),
        mirror(console, mirror));
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
