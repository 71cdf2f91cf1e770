package dev.escarole.engine;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.catalog.Catalog;
import dev.escarole.engine.catalog.CatalogRow;
import dev.escarole.engine.catalog.CatalogRow.Kind;
import dev.escarole.engine.catalog.CatalogRow.Program;
import dev.escarole.engine.catalog.FetchProgress;
import dev.escarole.engine.catalog.MachineSettings;
import dev.escarole.engine.catalog.ProgramFetcher;
import dev.escarole.engine.catalog.SmokeTest;
import dev.escarole.engine.catalog.SmokeTest.Trial;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.OwnCommands.Addition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@code CATALOG.md}: fetches, verifies and proves every row of the catalogue, with figures.
 * Large programs need a heap of some gigabytes to be compiled. Programs from source are taken from
 * {@code escarole.catalog.mirror}, the directory {@code commands} of a data directory where they
 * were built.
 */
final class CatalogPage {

  static final Path FILE = Path.of("CATALOG.md");

  private static final String HEAD =
      """
      # The catalogue

      Programs that `escarole commands add NAME` fetches, verifies and adds; [how](README.md#the-catalogue). This page is made \
      by `CatalogPage`, which fetches each of them, checks its hash and runs its smoke test in the sandbox.

      First run: with compiling, in a process that has compiled nothing. Second run: a fresh instance in the same process. \
      Memory: the largest linear memory of the smoke test. Measured on two cores of a shared machine that did other work as well: read the times as orders of magnitude.

      | command | origin | SHA-256 | licence | size | first run | second run | memory | smoke test |
      |---|---|---|---|---|---|---|---|---|
      """;

  private CatalogPage() {}

  /** What the proof of a program has measured. */
  record Figures(int bytes, long firstNanos, long secondNanos, long memory) {}

  /** Writes the page, with the rows named by the arguments measured anew; all without any. */
  public static void main(String[] wanted) throws Exception {
    Map<String, String> before = new HashMap<>();
    if (Files.exists(FILE)) {
      Files.readAllLines(FILE).forEach(line -> before.put(facts(line), line));
    }
    StringBuilder page = new StringBuilder(HEAD);
    for (CatalogRow row : Catalog.shipped().rows()) {
      boolean all = wanted.length == 0 || List.of(wanted).contains(row.name());
      Map<Program, Figures> figures = all ? prove(row) : Map.of();
      for (Program program : row.programs()) {
        Figures each = figures.get(program);
        String line = line(row, program, each);
        page.append(each == null ? before.getOrDefault(facts(line), line) : line).append('\n');
      }
    }
    Files.writeString(FILE, page.toString());
  }

  /**
   * Fetches a row and runs the smoke tests of its programs.
   *
   * @throws AssertionError if one fails
   */
  static Map<Program, Figures> prove(CatalogRow row) throws Exception {
    Path data = Files.createTempDirectory("escarole-catalog");
    Map<Program, Figures> figures = new HashMap<>();
    try (CommandHost host = CommandHost.open(data, CatalogPage::complain)) {
      // Programs from source are built before, as README.md says, and taken from there.
      String mirror = row.kind() == Kind.C ? System.getProperty("escarole.catalog.mirror") : null;
      ProgramFetcher fetcher =
          new ProgramFetcher(
              MachineSettings.ofThisProcess(), data, mirror == null ? null : Path.of(mirror));
      List<Addition> additions = CatalogCommands.fetch(host, row, fetcher, FetchProgress.NONE);
      host.addAll(additions);
      for (Program program : row.programs()) {
        int bytes =
            additions.stream()
                .filter(each -> each.name().equals(program.name()))
                .findFirst()
                .orElseThrow()
                .program()
                .length;
        List<Timed> calls = new ArrayList<>();
        for (SmokeTest test : program.tests()) {
          calls.add(passed(host, test));
          calls.add(passed(host, test));
        }
        Figures each =
            new Figures(
                bytes,
                calls.get(0).nanos(),
                calls.get(1).nanos(),
                calls.stream().mapToLong(Timed::memory).max().orElse(0));
        System.out.println(program.name() + " " + each);
        figures.put(program, each);
      }
    } finally {
      try (var files = Files.walk(data)) {
        files.sorted(Comparator.reverseOrder()).forEach(each -> each.toFile().delete());
      }
    }
    return figures;
  }

  private static void complain(String warning) {
    throw new AssertionError(warning);
  }

  private record Timed(long nanos, long memory) {}

  private static Timed passed(CommandHost host, SmokeTest test) {
    Limits limits = host.needs(test.command()).raise(Limits.defaults());
    long began = System.nanoTime();
    Trial trial = test.run(call -> host.execute(Principal.localOperator(), call), limits);
    long nanos = System.nanoTime() - began;
    if (trial.problem().isPresent()) {
      throw new AssertionError(test.command() + ": " + trial.problem().get());
    }
    return new Timed(nanos, trial.result().peakMemoryBytes());
  }

  /** A line of the page; without figures its places hold dashes. */
  static String line(CatalogRow row, Program program, @Nullable Figures figures) {
    String measured =
        figures == null
            ? "– | – | – | –"
            : String.format(
                Locale.ROOT,
                "%s | %s | %s | %s",
                size(figures.bytes()),
                time(figures.firstNanos()),
                time(figures.secondNanos()),
                size(figures.memory()));
    SmokeTest test = program.tests().get(0);
    String call =
        test.command()
            + test.arguments().stream()
                .map(each -> each.matches("[A-Za-z0-9_./=-]+") ? " " + each : " '" + each + "'")
                .collect(Collectors.joining());
    return String.format(
        "| %s | `%s!%s` | `%s` | %s | %s | `%s` |",
        String.join(", ", program.names()),
        program.source().text(),
        program.source().member(),
        program.artifact().sha256().substring(0, 12),
        row.licence(),
        measured,
        call.replace("|", "\\|"));
  }

  /** A line without its figures. */
  static String facts(String line) {
    String[] cells = line.split("(?<!\\\\)\\|", -1);
    return cells.length < 10
        ? line
        : String.join("|", cells[1], cells[2], cells[3], cells[4], cells[9]);
  }

  private static String size(long bytes) {
    return bytes < 1 << 20
        ? String.format(Locale.ROOT, "%d KiB", (bytes + 1023) >> 10)
        : String.format(Locale.ROOT, "%.1f MiB", bytes / (double) (1 << 20));
  }

  private static String time(long nanos) {
    long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
    return millis < 10_000
        ? millis + " ms"
        : String.format(Locale.ROOT, "%d s", TimeUnit.NANOSECONDS.toSeconds(nanos));
  }
}
