package dev.escarole.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.python.CpythonTests.Row;
import dev.escarole.python.CpythonTests.Told;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The yardstick itself, with tests of ours; CPython's are not part of this repository. */
class CpythonTestsTest {

  private static final String FILE =
      """
      import unittest
      class Some(unittest.TestCase):
          def test_passes(self):
              print("not part of the counts")
              with open("scratch", "w") as file: file.write("x")
          def test_fails(self):
              for i in range(3):
                  with self.subTest(i=i): self.assertEqual(i, 1)
          @unittest.skip("not here")
          def test_skipped(self): 1 / 0
          @unittest.expectedFailure
          def test_expected(self): 1 / 0
          @unittest.expectedFailure
          def test_unexpected(self): pass
      class Never(unittest.TestCase):
          @classmethod
          def setUpClass(cls): raise OSError("no")
          def test_it(self): pass
      """;

  @TempDir Path library;

  private Told told(String name, String text) throws IOException {
    Path tests = Files.createDirectory(library.resolve("test"));
    Files.writeString(tests.resolve("__init__.py"), "");
    Files.writeString(tests.resolve(name + ".py"), text);
    return new CpythonTests(library).run(new Row(name, "0 0 0", "a reason"));
  }

  @Test
  void counts_are_of_tests_and_reasons_are_kept() throws IOException {
    Told told = told("test_some", FILE);
    assertThat(told.row().line()).isEqualTo("| test_some | 5 | 2 | 1 | a reason |");
    assertThat(told.failures())
        .containsExactlyInAnyOrder(
            "test.test_some.Some.test_fails: AssertionError: 0 != 1",
            "test.test_some.Some.test_unexpected: succeeds unexpectedly",
            "setUpClass (test.test_some.Never): OSError: no");
    assertThat(library.resolve("scratch")).doesNotExist();
  }

  @Test
  void a_file_that_ends_the_interpreter_has_no_counts() throws IOException {
    Told told = told("test_end", "import os, sys; print('bye', file=sys.stderr); os._exit(3)");
    assertThat(told.row().line()).isEqualTo("| test_end | 0 | 0 | 0 | a reason |");
    assertThat(told.failures()).singleElement().asString().contains("exited(3)").endsWith("bye");
  }

  @Test
  void a_table_keeps_its_rows() {
    String line = "| test_json | 10 | 8 | 2 | threads |";
    List<Row> table = Row.all(Stream.of("| file |", "|---|", line, "test_x"));
    assertThat(table).extracting(Row::line).containsExactly(line);
    assertThat(CpythonTests.chosen(table, List.of())).isEqualTo(table);
    assertThat(CpythonTests.chosen(table, List.of("test_json", "test_new")))
        .containsExactly(table.get(0), new Row("test_new", "", ""));
  }
}
