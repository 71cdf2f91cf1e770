package dev.escarole.python;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.wasm.WasmRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * CPython's own tests as a yardstick: {@code CpythonTests.java LIB TABLE [FILE]...} runs files of
 * the package {@code test} in the directory {@code Lib} of CPython's source in the shipped Python
 * and compares what passes with the rows of a table in Markdown. The tests are not part of this
 * repository; each file is a call of its own, under the default limits except for fuel and time.
 * Modules that the shipped Python does not have come from {@code Lib}, too. The program is run from
 * this file, so it uses nothing but the library.
 */
final class CpythonTests {

  /** As the engine's workers have. */
  private static final long STACK_BYTES = 8L << 20;

  private static final Limits LIMITS =
      Limits.defaults().withFuel(1L << 50).withWallClock(Duration.ofMinutes(20));

  /** Prints four lines or more: tests run, passed, skipped, and each that did neither. */
  private static final String PROGRAM =
      """
      import io, sys, unittest
      out = sys.stdout
      sys.stdout = io.TextIOWrapper(io.BytesIO(), "utf-8", "surrogateescape", write_through=True)
      sys.path.append("/lib")
      try:
          from test import support
          support.use_resources = []
      except ImportError:
          pass  # A directory without it.
      suite = unittest.defaultTestLoader.loadTestsFromName("test." + sys.argv[1])
      result = unittest.TextTestRunner(stream=io.StringIO()).run(suite)
      sys.stdout = out
      def test_of(each):
          return getattr(each, "test_case", each)
      def runs(each):
          return type(each) is not unittest.suite._ErrorHolder
      bad = {}
      for each, text in result.errors + result.failures:
          bad.setdefault(test_of(each), text.rstrip().rpartition("\\n")[2])
      bad.update((test_of(each), "succeeds unexpectedly") for each in result.unexpectedSuccesses)
      skipped = {test_of(each) for each, _ in result.skipped if runs(each)} - bad.keys()
      failed = [each for each in bad if runs(each)]
      print(result.testsRun, result.testsRun - len(failed) - len(skipped), len(skipped))
      for each, reason in bad.items():
          print(each.id() + ": " + reason[:300])
      """;

  private final BuiltInCommands builtIns = BuiltInCommands.load();
  private final WasmRunner runner = new WasmRunner(builtIns);
  private final Path library;

  /**
   * @param library the directory with the package of tests
   */
  CpythonTests(Path library) {
    this.library = library.toAbsolutePath();
  }

  /**
   * A row of the table.
   *
   * @param file name of the test module
   * @param counts how many tests ran, passed, and were skipped by their own rules
   * @param reason why the others did not pass; empty if there are none
   */
  record Row(String file, String counts, String reason) {

    private static final String PREFIX = "| test_";

    /** Reads the rows of a table. */
    static List<Row> all(Stream<String> lines) {
      return lines.filter(line -> line.startsWith(PREFIX)).map(Row::of).toList();
    }

    private static Row of(String line) {
      String[] cells = line.split("\\|", -1);
      String counts = String.join(" ", cells[2].strip(), cells[3].strip(), cells[4].strip());
      return new Row(cells[1].strip(), counts, cells[5].strip());
    }

    String line() {
      return "| %s | %s | %s |".formatted(file, counts.replace(" ", " | "), reason);
    }
  }

  /**
   * What became of a file.
   *
   * @param row with the counts of now, and the reason of before
   * @param failures each test that did not pass, with the last line of its traceback
   */
  record Told(Row row, List<String> failures) {}

  /** Runs a file of tests. */
  Told run(Row row) throws IOException {
    Path workspace = Files.createTempDirectory("cpython-tests");
    try {
      Invocation invocation =
          Invocation.of("python3")
              .arguments(List.of("-c", PROGRAM, row.file()))
              .directories(
                  List.of(
                      new DirectoryGrant(workspace, "/workspace", Mode.READ_WRITE),
                      new DirectoryGrant(library, "/lib", Mode.READ_ONLY)))
              .limits(LIMITS)
              .build();
      return told(row, onLargeStack(invocation));
    } finally {
      try (Stream<Path> files = Files.walk(workspace)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private InvocationResult onLargeStack(Invocation invocation) {
    Command python = new CommandRegistry(builtIns.all()).find("python3").orElseThrow();
    CompletableFuture<InvocationResult> result = new CompletableFuture<>();
    Runnable work =
        () -> {
          try {
            result.complete(runner.run(python, invocation));
          } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
          }
        };
    new Thread(null, work, "python", STACK_BYTES).start();
    return result.join();
  }

  private static Told told(Row row, InvocationResult result) {
    List<String> lines = result.stdout().utf8().lines().toList();
    if (!result.outcome().equals(Outcome.exited(0)) || lines.isEmpty()) {
      String last = result.stderr().utf8().strip();
      String reason = result.outcome() + ": " + last.substring(last.lastIndexOf('\n') + 1);
      return new Told(new Row(row.file(), "0 0 0", row.reason()), List.of(reason));
    }
    return new Told(
        new Row(row.file(), lines.get(0), row.reason()), lines.subList(1, lines.size()));
  }

  /** Compares all rows with a run of now, two files at once; returns whether they are the same. */
  private boolean compare(List<Row> rows) {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<CompletableFuture<Told>> all = new ArrayList<>();
      for (Row row : rows) {
        all.add(CompletableFuture.supplyAsync(() -> told(row), threads));
      }
      boolean same = true;
      for (int i = 0; i < rows.size(); i++) {
        Told told = all.get(i).join();
        System.out.println(told.row().line());
        if (!told.row().equals(rows.get(i))) {
          same = false;
          System.err.println("  the table has " + rows.get(i).line());
          told.failures().forEach(each -> System.err.println("  " + each));
        }
      }
      return same;
    } finally {
      threads.shutdown();
      runner.close();
    }
  }

  private Told told(Row row) {
    try {
      return run(row);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows of the named files, or of all; a file that the table does not have gets a new row. */
  static List<Row> chosen(List<Row> table, List<String> names) {
    if (names.isEmpty()) {
      return table;
    }
    return names.stream()
        .map(
            name ->
                table.stream()
                    .filter(row -> row.file().equals(name))
                    .findFirst()
                    .orElse(new Row(name, "", "")))
        .toList();
  }

  public static void main(String[] arguments) throws IOException {
    List<String> words = List.of(arguments);
    List<Row> table = Row.all(Files.readAllLines(Path.of(words.get(1)), UTF_8).stream());
    List<Row> rows = chosen(table, words.subList(2, words.size()));
    System.exit(new CpythonTests(Path.of(words.get(0))).compare(rows) ? 0 : 1);
  }
}
