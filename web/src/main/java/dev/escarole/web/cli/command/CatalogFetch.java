package dev.escarole.web.cli.command;

import dev.escarole.engine.CatalogCommands;
import dev.escarole.engine.CommandHost;
import dev.escarole.engine.catalog.Catalog;
import dev.escarole.engine.catalog.CatalogException;
import dev.escarole.engine.catalog.CatalogRow;
import dev.escarole.engine.catalog.CatalogRow.Program;
import dev.escarole.engine.catalog.MachineSettings;
import dev.escarole.engine.catalog.ProgramFetcher;
import dev.escarole.engine.catalog.SourceBuild;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.OwnCommands.Addition;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.command.AddedCommand;
import dev.escarole.web.app.command.BuildRequest;
import dev.escarole.web.app.command.BuiltPicture;
import dev.escarole.web.app.local.HostedCommands;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
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
   * @param host of the data directory that has the catalogue
   */
  CatalogFetch(Console console, CommandHost host) {
    this.console = console;
    this.host = host;
  }

  /** Reads the catalogue; a mistake in the operator's file is a usage error. */
  static Catalog open(CommandHost host) {
    try {
      return host.catalog().open();
    } catch (CatalogException e) {
      throw mistake(e);
    }
  }

  /** Returns the built-in command of a name, unless the catalogue has a row of that name. */
  static Optional<Command> builtIn(CommandHost host, String name) {
    return host.registry()
        .find(name)
        .filter(each -> each.origin() == Command.Origin.BUILT_IN)
        .filter(each -> !open(host).has(name));
  }

  /**
   * Fetches the programs of a row and verifies them.
   *
   * @param mirror a directory in place of the network; null for the variable's, or the network
   * @return the commands to add
   */
  List<Addition> fetch(String name, @Nullable Path mirror) {
    try (Meter meter = new Meter(console)) {
      CatalogRow row = open(host).find(name);
      return CatalogCommands.fetch(host, row, fetcher(mirror), meter::show);
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
    List<BuildRequest> builds = builds(name, mirror);
    if (builds.isEmpty()) {
      return place.addAll().apply(fetch(name, mirror));
    }
    Consumer<String> progress = line -> console.say(TextFormat.plain(line));
    try (Reach reach = runs.get()) {
      return builds.stream().map(each -> build(reach.escarole(), each, progress)).toList();
    }
  }

  /**
   * Fetches the sources of a program that is built here.
   *
   * @return requests to build it under each of its names, if its result has the hash of the row;
   *     empty if its row is one of programs, or there is a mirror, which has the program itself
   */
  private List<BuildRequest> builds(String name, @Nullable Path mirror) {
    try (Meter meter = new Meter(console)) {
      CatalogRow row = open(host).find(name);
      Program program = row.programs().isEmpty() ? null : row.programs().get(0);
      SourceBuild build = program == null ? null : program.build();
      if (program == null || build == null || mirror(console, mirror) != null) {
        return List.of();
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
      String pin = program.artifact().sha256();
      return program.names().stream()
          .map(each -> new BuildRequest(each, row.kind().word(), files, build.allOptions(), pin))
          .toList();
    } catch (CommandRefusedException e) {
      throw HostedCommands.refusal(e);
    } catch (CatalogException e) {
      throw mistake(e);
    }
  }

  private static AddedCommand build(
      Escarole escarole, BuildRequest request, Consumer<String> progress) {
    BuiltPicture built = escarole.buildCommand(request, progress);
    return new AddedCommand(
        built.name(), built.artifact(), built.mode(), built.callsCommands(), built.interpreted());
  }

  private ProgramFetcher fetcher(@Nullable Path mirror) {
    return new ProgramFetcher(
        new MachineSettings(console.environment(), System.getProperties()),
        host.catalog().directory(),
        mirror(console, mirror));
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
      String total = of < 0 ? "" : " of " + Amounts.text(of);
      String line = "fetching " + TextFormat.plain(what) + ": " + Amounts.text(bytes) + total;
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
